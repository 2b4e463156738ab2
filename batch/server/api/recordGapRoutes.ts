import {
  endGapForNewSheets,
  markChecked,
  people,
  type RecordGap,
  recordGap,
  uncheckedGap,
} from '../store/recordGap.js';
import { peopleHold } from './restoreHolds.js';
import { Refused } from './refused.js';
import { type Route, route } from './route.js';
import type { Services } from './services.js';
import { restoreCheck, restoreHold, sheet } from './shapes.js';
import { requiredSheet, shownSheet } from './shownSheet.js';

/** After a restore: a person confirms for each sheet, and for people, that the service was checked. */
export const recordGapRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/sheets/:id/restore-check',
    needs: 'edit',
    topic: 'Runs',
    summary:
      'Confirm that the service was checked for assessments that a restored server does not know; the sheet can be run again',
    body: restoreCheck,
    answer: sheet,
    handle({ params, body, caller }, services) {
      const id = params.id ?? '';
      requiredSheet(services, id);
      confirm(services, id, body.noticedAt);
      services.access.log(
        caller.name,
        'confirmed that the service was checked after the restore',
        id,
      );
      services.changes.tell({ type: 'sheet', sheet: id });
      return shownSheet(services, id);
    },
  }),
  route({
    method: 'POST',
    path: '/api/sheets/restore-check',
    needs: 'administer',
    topic: 'Runs',
    summary:
      'Confirm after a restore that every file of the time that the server does not know is here again, or that there was none; sheets that are uploaded from now on do not wait for a check',
    body: restoreCheck,
    handle({ body, caller }, { store, access, now }) {
      const gap = recordGap(store);
      if (gap === undefined) return;
      assertSameRestore(gap, body.noticedAt);
      endGapForNewSheets(store, new Date(now()).toISOString());
      access.log(caller.name, 'confirmed that new sheets need no check after the restore');
    },
  }),
  route({
    method: 'GET',
    path: '/api/people/restore-check',
    needs: 'look',
    topic: 'People',
    summary: 'Show why nobody can be invited after a restore; null if people can',
    answer: restoreHold.nullable(),
    handle: (_, { store }) => peopleHold(store) ?? null,
  }),
  route({
    method: 'POST',
    path: '/api/people/restore-check',
    needs: 'administer',
    topic: 'People',
    summary:
      'Confirm that the service was checked for invitations that a restored server does not know',
    body: restoreCheck,
    handle({ body, caller }, services) {
      confirm(services, people, body.noticedAt);
      services.access.log(caller.name, 'confirmed that invitations were checked after the restore');
    },
  }),
];

function confirm({ store }: Pick<Services, 'store'>, owner: string, noticedAt: string): void {
  const gap = uncheckedGap(store, owner);
  if (gap === undefined) return;
  assertSameRestore(gap, noticedAt);
  markChecked(store, owner, gap);
}

function assertSameRestore(gap: RecordGap, noticedAt: string): void {
  if (gap.noticedAt === noticedAt) return;
  throw new Refused(409, 'outdated', 'The server was restored once more. Read the notice again.');
}

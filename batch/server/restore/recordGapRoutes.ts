import type { Accounts } from '../access/accounts.js';
import type { Store } from '../db/store.js';
import {
  countUncheckedSheets,
  endGapForNewSheets,
  markChecked,
  peopleOwner,
  findPeopleHold,
  type RecordGap,
  findUncheckedGap,
} from './recordGap.js';
import { RefusalError } from '../refusalError.js';
import { getLanguage } from '../http/requestLanguage.js';
import { type Route, route } from '../http/route.js';
import { restoreCheck, restoreHold, type Sheet, sheet } from '../contract/shapes.js';
import type { Services } from '../services.js';
import { requireStoredSheet } from '../sheets/liveSheet.js';
import { requireShownSheet } from '../sheets/shownSheet.js';

export const recordGapRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/sheets/:id/restore-check',
    requires: 'edit',
    topic: 'Runs',
    summary:
      'Confirm that somebody has checked the service for assessments that are missing from the restored server. Afterwards, the sheet can be run again',
    body: restoreCheck,
    response: sheet,
    handle: ({ params, body, caller }, services) =>
      changeSheet(services, params.id ?? '', async (accounts, tx, id) => {
        await confirmCheck(tx, id, body.noticedAt);
        await accounts.log(caller.name, { code: 'sheetChecked' }, id);
      }),
  }),
  route({
    method: 'POST',
    path: '/api/sheets/:id/new-sheets-check',
    requires: 'administer',
    topic: 'Runs',
    summary:
      'Confirm, after a restore, that somebody has checked the service for this sheet, and that no uploaded file is missing anymore. Sheets uploaded afterwards need no check. Refused while another sheet is unchecked',
    body: restoreCheck,
    response: sheet,
    handle: ({ params, body, caller }, services) =>
      changeSheet(services, params.id ?? '', async (accounts, tx, id) => {
        await confirmCheck(tx, id, body.noticedAt);
        await assertAllChecked(tx);
        await endGapForNewSheets(tx, new Date(services.now()).toISOString());
        await accounts.log(caller.name, { code: 'newSheetsChecked' }, id);
      }),
  }),
  route({
    method: 'GET',
    path: '/api/people/restore-check',
    requires: 'look',
    topic: 'People',
    summary: 'Show why nobody can be invited after a restore; null if people can',
    response: restoreHold.nullable(),
    handle: async ({ context }, { store }) =>
      (await findPeopleHold(store, getLanguage(context))) ?? null,
  }),
  route({
    method: 'POST',
    path: '/api/people/restore-check',
    requires: 'administer',
    topic: 'People',
    summary:
      'Confirm that somebody has checked the service for invitations that are missing from the restored server',
    body: restoreCheck,
    async handle({ body, caller }, { access }) {
      await access.inTransaction(async (accounts, tx) => {
        await confirmCheck(tx, peopleOwner, body.noticedAt);
        await accounts.log(caller.name, { code: 'invitationsChecked' });
      });
      return undefined;
    },
  }),
];

async function changeSheet(
  services: Services,
  id: string,
  change: (accounts: Accounts, tx: Store, id: string) => Promise<void>,
): Promise<Sheet> {
  await requireStoredSheet(services, id);
  await services.access.inTransaction((accounts, tx) => change(accounts, tx, id));
  services.changes.publish({ type: 'sheet', sheet: id });
  return requireShownSheet(services, id);
}

async function confirmCheck(tx: Store, owner: string, noticedAt: string): Promise<void> {
  const gap = await findUncheckedGap(tx, owner);
  if (gap === undefined) return;
  assertSameRestore(gap, noticedAt);
  await markChecked(tx, owner, gap);
}

/** A copy of an unchecked sheet would run. */
async function assertAllChecked(tx: Store): Promise<void> {
  const count = await countUncheckedSheets(tx);
  if (count === 0) return;
  throw new RefusalError('conflict', (t) => t(($) => $.restore.othersUnchecked, { count }));
}

function assertSameRestore(gap: RecordGap, noticedAt: string): void {
  if (gap.noticedAt === noticedAt) return;
  throw new RefusalError('outdated', (t) => t(($) => $.restore.again));
}

import { latestRun, workingStates } from '../store/latestRun.js';
import { matchingOf, setMatch } from '../store/matchStore.js';
import type { StoredSheet } from '../store/sheetStore.js';
import { Refused, type Route, route } from './route.js';
import type { Services } from './services.js';
import { matchChoice, matching, sheet } from './shapes.js';
import { requiredSheet, shownSheet } from './shownSheet.js';
import { within } from './within.js';

const show = route({
  method: 'GET',
  path: '/api/sheets/:id/match',
  needs: 'look',
  topic: 'Match',
  summary:
    'Show how a sheet is matched: its columns, its first rows, and the values that were not understood',
  answer: matching,
  handle({ params }, services) {
    const { id } = requiredSheet(services, params.id ?? '');
    const found = matchingOf(services.store, id);
    if (found !== undefined) return found;
    throw new Refused(409, 'conflict', 'The sheet is being read. Try again in a moment.');
  },
});

const preview = route({
  method: 'POST',
  path: '/api/sheets/:id/match/preview',
  needs: 'edit',
  topic: 'Match',
  summary: 'Show how a sheet would be read with other choices; nothing is stored',
  body: matchChoice,
  answer: matching,
  handle: ({ params, body }, services) =>
    services.work.preview(requiredSheet(services, params.id ?? '').id, body),
});

const choose = route({
  method: 'PUT',
  path: '/api/sheets/:id/match',
  needs: 'edit',
  topic: 'Match',
  summary:
    'Choose how a sheet is read, also for later sheets with the same headings; it is read again',
  body: matchChoice,
  answer: sheet,
  async handle({ params, body, caller }, services) {
    const { id } = changeableSheet(services, params.id ?? '');
    setMatch(services.store, id, body, { isRemembered: false });
    services.access.log(caller.name, 'matched the columns of a sheet', id);
    await within(services.readings.inspect(id));
    return shownSheet(services, id);
  },
});

/** A sheet that may be read in another way. Throws a Refused while a run works on it. */
export function changeableSheet(services: Services, id: string): StoredSheet {
  const found = requiredSheet(services, id);
  if (found.file === null) {
    throw new Refused(
      ...([409, 'conflict', 'The file of this sheet was deleted. Upload it again.'] as const),
    );
  }
  const run = latestRun(services.store, id);
  if (run !== undefined && workingStates.has(run.state)) {
    throw new Refused(
      ...([409, 'conflict', 'A run is working on this sheet. Pause it first.'] as const),
    );
  }
  return found;
}

/** Routes about the columns of a sheet. */
export const matchRoutes: readonly Route[] = [show, preview, choose];

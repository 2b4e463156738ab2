import { waitAtMost } from '../../http/timing.js';
import type { Caller } from '../access/caller.js';
import type { MemberAction } from '../access/logActions.js';
import type { Store } from '../db/store.js';
import { findLatestRun, activeStateSet } from '../runs/latestRun.js';
import { readMatching, setMatchChoice } from './matchStore.js';
import { countAlike } from './problemStore.js';
import { keepAssessments } from '../results/keptAssessments.js';
import { requestReading } from './sheetStore.js';
import { type Route, route } from '../http/route.js';
import { RefusalError } from '../refusalError.js';
import type { Services } from '../services.js';
import { matchChoice, type Matching, matching, type Sheet, sheet } from '../contract/shapes.js';
import { requireStoredSheet } from './liveSheet.js';
import { requireShownSheet } from './shownSheet.js';

/** After this time, the page shows that the sheet is being read. */
const maxWaitMs = 2_000;

const show = route({
  method: 'GET',
  path: '/api/sheets/:id/match',
  requires: 'look',
  topic: 'Match',
  summary:
    'Show how a sheet is matched: its columns, its first rows, and the values that were not understood',
  response: matching,
  async handle({ params }, services) {
    const { id } = await requireStoredSheet(services, params.id ?? '');
    const found = await readMatching(services.store, id);
    if (found !== undefined) {
      return { ...found, unrecognizedValues: await recountRows(services.store, id, found) };
    }
    throw new RefusalError('conflict', (t) => t(($) => $.sheets.beingRead));
  },
});

/** A run may have sent some rows. Omits values whose rows are all assessed. */
async function recountRows(
  store: Store,
  id: string,
  { unrecognizedValues }: Pick<Matching, 'unrecognizedValues'>,
): Promise<Matching['unrecognizedValues']> {
  const countRows = await countAlike(store, id, unrecognizedValues);
  return unrecognizedValues.flatMap((unrecognized) => {
    const { rows, assessed } = countRows(unrecognized);
    if (assessed === 0) return [unrecognized];
    return rows === 0 ? [] : [{ ...unrecognized, rows, assessedRows: assessed }];
  });
}

const preview = route({
  method: 'POST',
  path: '/api/sheets/:id/match/preview',
  requires: 'edit',
  topic: 'Match',
  summary: 'Show how a sheet would be read with other choices; nothing is stored',
  body: matchChoice,
  response: matching,
  async handle({ params, body }, services) {
    const { id } = await requireStoredSheet(services, params.id ?? '');
    const found = await services.work.preview(id, body);
    return { ...found, unrecognizedValues: await recountRows(services.store, id, found) };
  },
});

const choose = route({
  method: 'PUT',
  path: '/api/sheets/:id/match',
  requires: 'edit',
  topic: 'Match',
  summary:
    'Choose how a sheet is read, also for later sheets with the same headings; it is read again',
  body: matchChoice,
  response: sheet,
  async handle({ params, body, caller }, services) {
    const id = params.id ?? '';
    const action = { code: 'columnsMatched' } as const;
    await changeReading(services, { sheet: id, caller, action }, (tx) =>
      setMatchChoice(tx, id, body, { isRemembered: false }),
    );
    await waitAtMost(maxWaitMs, services.readings.inspect(id));
    return requireShownSheet(services, id);
  },
});

interface ReadingChange {
  readonly sheet: string;
  readonly caller: Caller;
  readonly action: MemberAction;
}

/**
 * Sets the stage to `reading` in the same transaction, so that no run starts with the old rows. The caller must start a
 * reading at once.
 */
function changeReading(
  { access }: Pick<Services, 'access'>,
  { sheet, caller, action }: ReadingChange,
  change: (tx: Store) => Promise<void>,
): Promise<void> {
  return access.inTransaction(async (accounts, tx) => {
    await assertChangeable(tx, sheet);
    await keepAssessments(tx, sheet);
    await change(tx);
    await requestReading(tx, sheet);
    await accounts.log(caller.name, action, sheet);
  });
}

/** Resolves when the sheet has been read, or after {@link maxWaitMs}. */
export async function changeAndRead(
  services: Services,
  details: ReadingChange,
  change: (tx: Store) => Promise<void>,
): Promise<Sheet> {
  await changeReading(services, details, change);
  await waitAtMost(maxWaitMs, services.readings.read(details.sheet));
  return requireShownSheet(services, details.sheet);
}

async function assertChangeable(store: Store, id: string): Promise<void> {
  const found = await requireStoredSheet({ store }, id);
  if (found.file === null) {
    throw new RefusalError('conflict', (t) => t(($) => $.sheets.fileDeleted));
  }
  const run = await findLatestRun(store, id);
  if (run !== undefined && (activeStateSet.has(run.state) || run.state === 'paused')) {
    throw new RefusalError('conflict', (t) => t(($) => $.sheets.runNotOver));
  }
}

export const matchRoutes: readonly Route[] = [show, preview, choose];

import { isSameRequest } from '../../engine/rows/submissions.js';
import { findNewRowKey, type PlannedRow } from '../../engine/rows/plannedRow.js';
import type { Journal } from '../../engine/journal/journal.js';
import type { Lock } from '../../engine/journal/journalStore.js';
import { settle } from '../../engine/journal/settle.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { readRunSheet, type RunSheet } from '../../engine/run/runSheet.js';
import type { RunOptions, RunPorts, RunStorage } from '../../engine/run/runOptions.js';
import { type RowChoice, listChoices } from '../../engine/run/settleRow.js';
import { openRun } from '../../engine/run/session.js';
import { findNewestAssessment } from './newestAssessment.js';
import type { Words } from '../words/wording.js';
import { type SheetRunPorts, createStoreStorage } from './sheetRun.js';
import { type JournalLocks, runWithLock } from '../sheets/sheetLocks.js';
import { openStoredJournal } from '../journal/openStoredJournal.js';
import { type TypedRow, createTypedSheet } from './typedSheet.js';

export interface TypedRunPorts
  extends
    Pick<SheetRunPorts, 'store' | 'service'>,
    Pick<RunPorts, 'client' | 'poller' | 'limiter' | 'timing'> {
  readonly locks: Pick<JournalLocks, 'take'>;
}

export interface TypedOrder {
  readonly operation: SheetOperation;
  /**
   * The owner of the journal: one each for decisions in a sheet, invitations and removals, so that nothing is sent
   * twice.
   */
  readonly owner: string;
  readonly words: Pick<Words, 'inWords' | 'toSentence'>;
  /** Called while the journal is locked. */
  readonly rows: () => Promise<readonly TypedRow[]>;
  /** Returns true for a done row that a person asked to send again. */
  readonly isToRepeat: (row: DoneRow) => Promise<boolean>;
  readonly retryRejected: boolean;
  /** Called while the journal is locked, because the next run of the owner depends on the outcomes. */
  readonly store: (outcomes: TypedOutcomes) => Promise<void>;
}

interface DoneRow extends Pick<PlannedRow, 'number' | 'key'> {
  /** ISO 8601 */
  readonly doneAt: string;
}

export type TypedOutcomes = ReadonlyMap<number, TypedOutcome>;

export interface TypedOutcome {
  readonly ok: boolean;
  readonly isNew: boolean;
  readonly message: string;
  readonly status: string;
  /** The key in the journal. The properties from here on are missing if the row was not read. */
  readonly key?: string;
  readonly wasSentOtherwise?: boolean;
  readonly choices?: readonly RowChoice[];
}

/** Runs of the same owner wait for each other. */
export function sendTypedRows(ports: TypedRunPorts, order: TypedOrder): Promise<TypedOutcomes> {
  return runWithLock(ports.locks, order.owner, async (lock) => {
    const outcomes = await sendRows({ ...ports, lock }, order);
    await order.store(outcomes);
    return outcomes;
  });
}

interface LockedPorts extends TypedRunPorts {
  readonly lock: Pick<Lock, 'findLoss'>;
}

async function sendRows(ports: LockedPorts, order: TypedOrder): Promise<TypedOutcomes> {
  const { operation, words } = order;
  const { inWords, toSentence } = words;
  const rows = await order.rows();
  if (rows.length === 0) return new Map();
  const outcomes = new Map<number, TypedOutcome>();
  const options = createOptions(ports, order);
  let failureMessage = '';
  try {
    const storage = createStorage(ports, order, options, rows);
    const run = await openRun(options, { ...ports, wording: inWords, storage });
    try {
      const workedRows = new Set<number>();
      run.on((event) => {
        if (event.type === 'progress') workedRows.add(event.row);
        if (event.type !== 'row') return;
        const { row, status, message } = event.report;
        outcomes.set(row, {
          ok: status === operation.successStatus,
          isNew: workedRows.has(row),
          message: message === undefined ? '' : inWords(message),
          status,
        });
      });
      await run.plan();
      const { stopped = [] } = await run.start();
      failureMessage = stopped.map(inWords).join(' ');
      for (const [number, rowChoices] of listRowChoices(operation, run.sheet)) {
        const outcome = outcomes.get(number) ?? notSentOutcome;
        outcomes.set(number, { ...outcome, ...rowChoices });
      }
    } finally {
      await run.close();
    }
  } catch (error) {
    failureMessage = toSentence(error);
  }
  return new Map(
    rows.map(({ number }) => {
      const outcome = outcomes.get(number) ?? notSentOutcome;
      const message = outcome.ok || outcome.message !== '' ? outcome.message : failureMessage;
      return [number, { ...outcome, message }];
    }),
  );
}

const notSentOutcome: TypedOutcome = { ok: false, isNew: false, message: '', status: 'Not sent' };

function* listRowChoices(
  operation: SheetOperation,
  sheet: RunSheet | undefined,
): Generator<readonly [number, Pick<TypedOutcome, 'key' | 'choices' | 'wasSentOtherwise'>]> {
  if (sheet === undefined) return;
  const { journal } = sheet.read;
  for (const planned of sheet.replan().read.rows) {
    const choices = listChoices({ planned, assessmentId: undefined }, { operation, journal });
    const key = choices.includes('newRow') ? findNewRowKey(planned) : planned.key;
    const wasSentOtherwise = !isSameRequest(planned, journal.state(planned.key));
    yield [planned.number, { key: key ?? '', choices, wasSentOtherwise }];
  }
}

function createOptions(
  { service }: TypedRunPorts,
  { operation, owner, retryRejected }: TypedOrder,
): RunOptions {
  return {
    operation,
    input: owner,
    output: owner,
    intake: { inputs: operation },
    service: service.name,
    isSandboxRun: service.isSandbox,
    concurrency: 5,
    spacingMs: 0,
    pollIntervalMs: 0,
    pollTimeoutMs: 0,
    maxErrors: 10,
    sendDuplicates: false,
    retryRejected,
    colourScale: false,
  };
}

function createStorage(
  { store, service, timing, lock }: LockedPorts,
  { operation, owner, words, isToRepeat }: TypedOrder,
  options: RunOptions,
  rows: readonly TypedRow[],
): RunStorage {
  const openSheet = () => Promise.resolve(createTypedSheet(operation, owner, rows));
  const storage: RunStorage = {
    ...createStoreStorage(owner),
    openSheet,
    // `runWithLock` releases the lock.
    lock: () =>
      Promise.resolve({ findLoss: () => lock.findLoss(), release: () => Promise.resolve() }),
    async openJournal() {
      const journal = await openStoredJournal({ store, service, now: timing.now }, owner);
      await reopenRowsToRepeat(journal);
      return journal;
    },
    // A decision contains the ID of an assessment, so the service rejects it if the token belongs to another company.
    ...(operation.command === 'decide'
      ? {}
      : { findNewestElsewhere: () => findNewestAssessment(store) }),
  };
  const reopenRowsToRepeat = async (journal: Journal) => {
    const nowMs = timing.now();
    const ports = { storage, wording: words.inWords, nowMs };
    const sheet = await readRunSheet(await openSheet(), journal, options, ports);
    for (const { key, number } of sheet.read.rows) {
      const { state, at: doneAt = '' } = journal.state(key) ?? {};
      if (state !== 'Done' || !(await isToRepeat({ key, number, doneAt }))) continue;
      settle(journal, { row: key, at: new Date(nowMs).toISOString() });
    }
  };
  return storage;
}

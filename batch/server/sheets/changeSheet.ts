import { UsageError } from '../../engine/errors.js';
import type { Journal } from '../../engine/journal/journal.js';
import { assess } from '../../engine/operations/assess.js';
import type { RunStorage } from '../../engine/run/runOptions.js';
import { readRunSheet, type RunSheet } from '../../engine/run/runSheet.js';
import type { SettledSheet } from '../../engine/run/settleRow.js';
import { type AddToLog, createLogAdder, type NextCommit } from '../journal/journalInStore.js';
import { readGeneration } from './liveSheet.js';
import { updateClaimsFromJournal, reopenClaims } from '../journal/sentRequests.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { RefusalError } from '../refusalError.js';
import { recordSheet } from '../results/recordSheet.js';
import { type JournalLocks, type SheetLock, runWithOptionalLock } from './sheetLocks.js';
import { prepareSheetRun, type SheetRunPorts } from '../runs/sheetRun.js';
import { openStoredJournal } from '../journal/openStoredJournal.js';

export interface HeldSheet {
  readonly settledSheet: SettledSheet;
  readonly sheet: RunSheet;
  readonly journal: Journal;
  /** ISO 8601. */
  readonly at: string;
  /** Adds to the log in the transaction that commits the next facts. */
  readonly log: AddToLog;
}

export interface ChangedRows {
  readonly sheet: string;
  readonly rows: readonly number[];
}

export type ChangePorts = SheetRunPorts & { readonly locks: JournalLocks };

/**
 * An active run first finishes its requests in flight, and continues afterwards. `change` returns the keys of the rows
 * that a person has settled. The rows are also stored if `change` refuses. `alsoLocked` names a second lock, held until
 * the claims are updated. Returns the rows that have changed.
 */
export async function changeSheet(
  ports: ChangePorts,
  id: string,
  change: (held: HeldSheet) => readonly string[] | Promise<readonly string[]>,
  alsoLocked?: string,
): Promise<number[]> {
  const { store, now, locks } = ports;
  const nextCommit: NextCommit = {};
  // Wait for the lock before reading the generation: until then, a person may change how the sheet is read.
  const lock = await locks.take(id);
  try {
    const generation = await readGeneration(store, id);
    return await withOpenSheet({ ...ports, nextCommit }, id, async ({ storage, read }) => {
      const journal = await storage.openJournal(lock);
      const nowMs = now();
      try {
        const sheet = await read(journal, nowMs);
        const { rows: planned, intake } = sheet.read;
        const { states } = journal;
        const settledSheet = {
          operation: changeOperation,
          planned,
          intakeRows: intake.rows,
          states,
        };
        const at = new Date(nowMs).toISOString();
        // Request this before the change, because the process may die right after storing the change.
        await locks.requestReplan(id);
        const record = async () => {
          const recorded = await recordSheet(store, id, sheet.replan(), generation, lock);
          return recorded ?? (await rereadAndRecord(ports, id, journal, lock));
        };
        await runWithOptionalLock(locks, alsoLocked, async () => {
          const log = createLogAdder(nextCommit);
          try {
            const settled = await change({ settledSheet, sheet, journal, at, log });
            await updateClaims(store, id, settled, journal);
          } catch (error) {
            // A process that died after an earlier change may have left the rows as they were before it.
            if (isRefusal(error)) await record();
            throw error;
          }
        });
        return await record();
      } finally {
        await journal.close();
      }
    });
  } finally {
    await lock.release();
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof RefusalError || error instanceof UsageError;
}

/** Includes results in the file: a person may settle a row with an ID that only the file contains. */
const changeOperation = { ...assess, readsResults: true };

interface OpenSheet {
  readonly storage: RunStorage;
  /** Uses the match and the corrections from when the sheet was opened. */
  read(journal: Journal, nowMs: number): Promise<RunSheet>;
}

async function withOpenSheet<T>(
  ports: ChangePorts,
  id: string,
  use: (sheet: OpenSheet) => Promise<T>,
): Promise<T> {
  const { options, storage, words } = await prepareSheetRun(ports, id, changeOperation);
  // Includes hidden rows, which may be unconfirmed too.
  const optionsWithHidden = { ...options, intake: { ...options.intake, visibleOnly: false } };
  const file = await storage.openSheet();
  try {
    return await use({
      storage,
      read: (journal, nowMs) =>
        readRunSheet(file, journal, optionsWithHidden, {
          storage,
          wording: words.inWords,
          nowMs,
        }),
    });
  } finally {
    await file.close();
  }
}

async function rereadAndRecord(
  ports: ChangePorts,
  id: string,
  journal: Journal,
  lock: SheetLock,
): Promise<number[]> {
  const { store, now } = ports;
  for (;;) {
    const generation = await readGeneration(store, id);
    if (generation === undefined) return [];
    try {
      const recorded = await withOpenSheet(ports, id, async ({ read }) =>
        recordSheet(store, id, await read(journal, now()), generation, lock),
      );
      if (recorded !== undefined) return recorded;
    } catch (error) {
      // The next reading of the sheet reports this error. The change is already in the journal.
      if (error instanceof UsageError) return [];
      throw error;
    }
  }
}

/** Changes the journal of a sheet that cannot be read, because the sheet or its file was deleted. */
export async function changeJournalAlone(
  { store, service, now, locks }: ChangePorts,
  sheet: string,
  row: string,
  change: (journal: Journal, at: string, log: AddToLog) => void | Promise<void>,
  alsoLocked?: string,
): Promise<void> {
  const lock = await locks.take(sheet);
  try {
    const nextCommit: NextCommit = {};
    const journal = await openStoredJournal({ store, service, now, nextCommit }, sheet, lock);
    try {
      const at = new Date(now()).toISOString();
      await runWithOptionalLock(locks, alsoLocked, async () => {
        await change(journal, at, createLogAdder(nextCommit));
        await updateClaims(store, sheet, [row], journal);
      });
    } finally {
      await journal.close();
    }
  } finally {
    await lock.release();
  }
}

async function updateClaims(
  store: Store,
  sheet: string,
  settled: readonly string[],
  journal: Journal,
): Promise<void> {
  await journal.waitForSync();
  await inTransaction(store, async (tx) => {
    await reopenClaims(tx, sheet, settled);
    await updateClaimsFromJournal(tx, sheet, journal);
  });
}

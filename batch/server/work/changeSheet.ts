import { UsageError } from '../../engine/errors.js';
import type { Journal } from '../../engine/journal/journal.js';
import { assess } from '../../engine/operations/assess.js';
import type { RunOptions } from '../../engine/run/runOptions.js';
import { readRunSheet, type RunSheet } from '../../engine/run/runSheet.js';
import type { SettledSheet } from '../../engine/run/settleRow.js';
import { readGeneration } from '../store/liveSheet.js';
import { followJournal, reopenClaims } from '../store/sentRequests.js';
import { inTransaction } from '../db/transaction.js';
import { inWords } from '../words/wording.js';
import { recordSheet } from './recordSheet.js';
import { type JournalLocks, whileAlsoHeld } from './sheetLocks.js';
import { sheetRun, type SheetRunPorts } from './sheetRun.js';

/** A locked sheet and its journal. */
export interface HeldSheet {
  readonly about: SettledSheet;
  readonly sheet: RunSheet;
  readonly journal: Journal;
  /** Now, ISO 8601. */
  readonly at: string;
}

/** Rows that have changed in the store, by their sheet. */
export interface ChangedRows {
  readonly sheet: string;
  readonly rows: readonly number[];
}

/** The dependencies of a change. */
export type ChangePorts = SheetRunPorts & { readonly locks: JournalLocks };

/**
 * Adds facts to the journal of a sheet while nobody else works on it, updates its claims, and stores the new state of
 * its rows. `change` returns the keys of the rows that a person has settled. An active run of the sheet finishes what
 * is in flight, and goes on afterwards. `alsoLocked` is a second lock, held until the claims are updated. Resolves to
 * the numbers of the rows that have changed. Throws what `change` throws, and an OperatingError for a sheet without
 * its file.
 */
export async function changeSheet(
  ports: ChangePorts,
  id: string,
  change: (held: HeldSheet) => readonly string[] | Promise<readonly string[]>,
  alsoLocked?: string,
): Promise<number[]> {
  const { store, now, locks } = ports;
  // The lock comes first: the way to read the sheet may change while a run finishes its requests.
  const lock = await locks.take(id);
  try {
    const generation = await readGeneration(store, id);
    const { options, storage } = await sheetRun(ports, id, changed);
    const file = await storage.openSheet();
    try {
      const journal = await storage.openJournal(lock);
      const nowMs = now();
      try {
        const sheet = await readRunSheet(file, journal, withHidden(options), {
          ...{ storage, wording: inWords, nowMs },
        });
        const { rows: planned, intake: found } = sheet.read;
        const { states } = journal;
        const about = { operation: changed, planned, intakeRows: found.rows, states };
        const at = new Date(nowMs).toISOString();
        // Before the change, because the process may die right after storing it.
        await locks.requestReplan(id);
        await whileAlsoHeld(locks, alsoLocked, async () => {
          const said = await change({ about, sheet, journal, at });
          await journal.synced();
          await inTransaction(store, async (tx) => {
            await reopenClaims(tx, id, said, journal, at);
            await followJournal(tx, id, journal);
          });
        });
        const recorded = await recordSheet(store, id, sheet.plannedAnew(), generation);
        return recorded ?? (await recordAsReadNow(ports, id, journal));
      } finally {
        await journal.close();
      }
    } finally {
      await file.close();
    }
  } finally {
    await lock.release();
  }
}

/** The results in the file count. */
const changed = { ...assess, readsResults: true };

/** Hidden rows may be unconfirmed, too. */
function withHidden(options: RunOptions): RunOptions {
  return { ...options, intake: { ...options.intake, visibleOnly: false } };
}

/** Stores the state of the rows of a sheet after a person has changed how it is read. */
async function recordAsReadNow(
  ports: ChangePorts,
  id: string,
  journal: Journal,
): Promise<number[]> {
  const { store, now } = ports;
  for (;;) {
    const generation = await readGeneration(store, id);
    if (generation === undefined) return [];
    try {
      const { options, storage } = await sheetRun(ports, id, changed);
      const file = await storage.openSheet();
      try {
        const read = { storage, wording: inWords, nowMs: now() };
        const sheet = await readRunSheet(file, journal, withHidden(options), read);
        const recorded = await recordSheet(store, id, sheet, generation);
        if (recorded !== undefined) return recorded;
      } finally {
        await file.close();
      }
    } catch (error) {
      // The reading of the sheet says why, and what was changed is in the journal.
      if (error instanceof UsageError) return [];
      throw error;
    }
  }
}

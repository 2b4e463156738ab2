import type { Journal } from '../../engine/journal/journal.js';
import { lostWithOther } from '../../engine/rows/followOther.js';
import { inTransaction } from '../db/transaction.js';
import { hasFile } from '../sheets/liveSheet.js';
import { updateRows } from './rowStore.js';
import { rowsSharing } from './sharedAssessments.js';
import { updateCounts } from '../sheets/sheetStore.js';
import { type ChangedRows, type ChangePorts, changeSheet } from '../sheets/changeSheet.js';
import { changeJournalAlone } from '../journal/journalAlone.js';

/** The assessment that a row of a sheet has had, by its key in the journal. */
export interface SharedAssessment {
  readonly sheet: string;
  readonly key: string;
  readonly assessmentId: string;
}

/**
 * Takes an assessment that a person has rejected for a row from the same row of other sheets, which then wait for the
 * result of this one. Resolves to the rows that have changed.
 */
export async function takeFromOthers(
  ports: ChangePorts,
  shared: SharedAssessment,
): Promise<ChangedRows[]> {
  const { store } = ports;
  const { key, assessmentId } = shared;
  const take = (journal: Journal, at: string) => {
    const state = journal.state(key);
    if (state?.assessmentId === assessmentId) journal.append(lostWithOther(key, state, at));
  };
  const changed: ChangedRows[] = [];
  for (const { sheet, number } of await rowsSharing(store, shared)) {
    const rows = await takeFrom(ports, sheet, { key, take, said: [] });
    if (rows !== undefined) {
      changed.push({ sheet, rows });
      continue;
    }
    // Its scores are kept, but not beside a row that they are not of.
    await inTransaction(store, async (tx) => {
      await updateRows(tx, sheet, [{ number, status: 'Unconfirmed', message: '', result: {} }]);
      await updateCounts(tx, sheet);
    });
    changed.push({ sheet, rows: [number] });
  }
  return changed;
}

/** How to take an assessment from a row: `take` appends the facts, `said` has the keys of rows that a person settled. */
interface Taken {
  readonly key: string;
  readonly take: (journal: Journal, at: string) => void;
  readonly said: readonly string[];
}

/**
 * Takes an assessment from a row of a sheet. Resolves to the rows that have changed. If the file of the sheet was
 * deleted, maybe while this waited for a run, only the journal is changed, and it resolves to undefined.
 */
export async function takeFrom(
  ports: ChangePorts,
  sheet: string,
  { key, take, said }: Taken,
): Promise<readonly number[] | undefined> {
  try {
    if (await hasFile(ports.store, sheet)) {
      return await changeSheet(ports, sheet, ({ journal, at }) => {
        take(journal, at);
        return said;
      });
    }
  } catch (error) {
    if (await hasFile(ports.store, sheet)) throw error;
  }
  await changeJournalAlone(ports, sheet, key, take);
  return undefined;
}

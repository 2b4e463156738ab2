import type { Journal } from '../../engine/journal/journal.js';
import { lostWithOther } from '../../engine/rows/followOther.js';
import { liveSheet } from '../store/liveSheet.js';
import { updateRows } from '../store/rowStore.js';
import { rowsSharing } from '../store/sharedAssessments.js';
import { updateCounts } from '../store/sheetStore.js';
import { type ChangedRows, type ChangePorts, changeSheet } from './changeSheet.js';
import { changeJournalAlone } from './journalAlone.js';

/** The assessment that a row of a sheet has had, by its key in the journal. */
export interface SharedAssessment {
  readonly sheet: string;
  readonly key: string;
  readonly assessmentId: string;
}

/**
 * A person has said that an assessment is not that of a row: takes it from the same row of other sheets, which
 * then wait for what becomes of this one. Resolves to the rows that have changed.
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
  for (const { sheet, number, hasFile } of rowsSharing(store, shared)) {
    const rows = hasFile ? await takeFrom(ports, sheet, take) : undefined;
    if (rows !== undefined) {
      changed.push({ sheet, rows });
      continue;
    }
    await changeJournalAlone(ports, sheet, key, take);
    // Its scores are kept, but not beside a row that they are not of.
    updateRows(store, sheet, [{ number, status: 'Unconfirmed', message: '', result: {} }]);
    updateCounts(store, sheet);
    changed.push({ sheet, rows: [number] });
  }
  return changed;
}

/** Undefined where the file was deleted while a run was waited for: the answer counts in the sheets after it. */
async function takeFrom(
  ports: ChangePorts,
  sheet: string,
  take: (journal: Journal, at: string) => void,
): Promise<readonly number[] | undefined> {
  try {
    return await changeSheet(ports, sheet, ({ journal, at }) => {
      take(journal, at);
      return [];
    });
  } catch (error) {
    if (liveSheet(ports.store, sheet)?.hasFile === true) throw error;
    return undefined;
  }
}

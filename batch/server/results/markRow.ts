import type { Journal } from '../../engine/journal/journal.js';
import { assess } from '../../engine/operations/assess.js';
import { detachSharedFact } from '../../engine/rows/followOther.js';
import {
  checkAssessment,
  checkNewRow,
  recordAsNew,
  detachFromRow,
} from '../../engine/run/settleRow.js';
import { RefusalError } from '../refusalError.js';
import { findOwnerByAssessment } from '../journal/sentRequests.js';
import {
  type ChangedRows,
  changeJournalAlone,
  type ChangePorts,
  changeSheet,
  type HeldSheet,
} from '../sheets/changeSheet.js';
import { toRefusal } from '../refusal.js';
import type { LogEntry } from '../access/logStore.js';
import type { SeenState } from '../contract/shapes.js';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import { inTransaction } from '../db/transaction.js';
import { hasFile } from '../sheets/liveSheet.js';
import { updateRows } from './rowStore.js';
import { updateCounts } from '../sheets/sheetStore.js';
import type { Store } from '../db/store.js';

interface MarkDetails {
  readonly seen?: SeenState;
  readonly entry?: LogEntry;
}

/** Records that a blocked row is new; the next run sends it. */
export async function declareNewRow(
  ports: ChangePorts,
  sheet: string,
  number: number,
  { seen = {}, entry }: MarkDetails = {},
): Promise<ChangedRows[]> {
  try {
    const rows = await changeSheet(ports, sheet, (held) => {
      const planned = requireRow(held, number, seen);
      const key = checkNewRow(planned);
      held.log(entry);
      recordAsNew(number, key, held.journal, held.at);
      return [key];
    });
    return [{ sheet, rows }];
  } catch (error) {
    throw toRefusal(error);
  }
}

/**
 * Detaches an assessment that belongs to another row, also from the same row in other sheets. The
 * row becomes unconfirmed.
 */
export async function disownAssessment(
  ports: ChangePorts,
  sheet: string,
  number: number,
  { seen = {}, entry }: MarkDetails = {},
): Promise<ChangedRows[]> {
  try {
    let detached: SharedAssessment = { sheet, key: '', assessmentId: '' };
    const rows = await changeSheet(ports, sheet, async (held) => {
      const { journal, at } = held;
      const planned = requireRow(held, number, seen);
      const shown = { planned, assessmentId: held.sheet.report(planned).assessmentId };
      const assessmentId = checkAssessment(shown, assess);
      const key = journal.findKeyById(assessmentId) ?? '';
      detached = {
        sheet: (await findOwnerByAssessment(ports.store, assessmentId, key)) ?? sheet,
        key,
        assessmentId,
      };
      held.log(entry);
      if (detached.sheet === sheet) {
        detachFromRow(shown, journal, at);
        return [key];
      }
      // The row waits for the sheet that has sent it, like any row that another sheet has sent.
      journal.append(detachSharedFact(key, journal.state(key), at));
      return [];
    });
    const senderRows = detached.sheet === sheet ? [] : await detachFromSender(ports, detached);
    return [{ sheet, rows }, ...senderRows, ...(await detachFromOtherSheets(ports, detached))];
  } catch (error) {
    throw toRefusal(error);
  }
}

/** Works even if the sheet that has sent the row was deleted, or its file. */
async function detachFromSender(
  ports: ChangePorts,
  { sheet, key, assessmentId }: SharedAssessment,
): Promise<ChangedRows[]> {
  const detach = (journal: Journal, at: string) => {
    if (journal.findKeyById(assessmentId) !== key) return;
    detachFromRow({ planned: { number: 0 }, assessmentId }, journal, at);
  };
  const rows = await detachAssessment(ports, sheet, { key, detach, settledKeys: [key] });
  return rows === undefined ? [] : [{ sheet, rows }];
}

function requireRow(
  { settledSheet, sheet }: HeldSheet,
  number: number,
  seen: SeenState,
): PlannedRow {
  const planned = settledSheet.planned.find((row) => row.number === number);
  if (planned !== undefined) {
    const { assessmentId } = sheet.report(planned);
    assertAsSeen(number, { key: planned.key, assessmentId }, seen);
    return planned;
  }
  throw new RefusalError('not_found', (t) => t(($) => $.sheets.noRow, { row: number }));
}

export interface SharedAssessment {
  readonly sheet: string;
  readonly key: string;
  readonly assessmentId: string;
}

/**
 * Detaches a rejected assessment from the same row in other sheets. Afterwards, those rows wait for the result of the
 * first sheet.
 */
export async function detachFromOtherSheets(
  ports: ChangePorts,
  shared: SharedAssessment,
): Promise<ChangedRows[]> {
  const { store } = ports;
  const { key, assessmentId } = shared;
  const detach = (journal: Journal, at: string) => {
    const state = journal.state(key);
    if (state?.assessmentId === assessmentId) journal.append(detachSharedFact(key, state, at));
  };
  const changed: ChangedRows[] = [];
  for (const { sheet, number } of await findSharingRows(store, shared)) {
    const rows = await detachAssessment(ports, sheet, { key, detach, settledKeys: [] });
    if (rows !== undefined) {
      changed.push({ sheet, rows });
      continue;
    }
    // The row must not show scores that belong to another row.
    await inTransaction(store, async (tx) => {
      await updateRows(tx, sheet, [{ number, status: 'Unconfirmed', message: '', result: {} }]);
      await updateCounts(tx, sheet);
    });
    changed.push({ sheet, rows: [number] });
  }
  return changed;
}

/** `settledKeys` has the keys of rows that a person settled. */
interface Detachment {
  readonly key: string;
  readonly detach: (journal: Journal, at: string) => void;
  readonly settledKeys: readonly string[];
}

/** If the file is deleted, even while this waits for a run, changes only the journal and resolves to undefined. */
async function detachAssessment(
  ports: ChangePorts,
  sheet: string,
  { key, detach, settledKeys }: Detachment,
): Promise<readonly number[] | undefined> {
  try {
    if (await hasFile(ports.store, sheet)) {
      return await changeSheet(ports, sheet, ({ journal, at }) => {
        detach(journal, at);
        return settledKeys;
      });
    }
  } catch (error) {
    if (await hasFile(ports.store, sheet)) throw error;
  }
  await changeJournalAlone(ports, sheet, key, detach);
  return undefined;
}

interface SharingRow {
  readonly sheet: string;
  readonly number: number;
}

function findSharingRows(
  { db }: Store,
  { sheet, key, assessmentId }: { sheet: string; key: string; assessmentId: string },
): Promise<SharingRow[]> {
  return db
    .selectFrom('row')
    .innerJoin('sheet', 'sheet.id', 'row.sheet')
    .select(['row.sheet', 'row.number'])
    .where('row.assessment_id', '=', assessmentId)
    .where('row.key', '=', key)
    .where('row.sheet', '<>', sheet)
    .where('sheet.deleted_at', 'is', null)
    .execute();
}

/** Refuses if the number now belongs to another row, or the row has a new assessment. */
export function assertAsSeen(
  number: number,
  current: { readonly key?: string | undefined; readonly assessmentId?: string | undefined },
  { key, assessmentId }: SeenState,
): void {
  const isSameRow = key === undefined || key === current.key;
  const isSameAssessment =
    assessmentId === undefined || (assessmentId ?? undefined) === current.assessmentId;
  if (isSameRow && isSameAssessment) return;
  throw new RefusalError('conflict', (t) => t(($) => $.results.rowChanged, { row: number }));
}

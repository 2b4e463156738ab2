import { operations } from '../../../src/operations.js';
import type { SheetRequest } from '../../engine/intake/rowKey.js';
import type { Wording } from '../../engine/message.js';
import { type RowReport, formatReport } from '../../engine/rows/rowReport.js';
import { assess } from '../../engine/operations/assess.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import {
  type RowChoice,
  listChoices,
  type UnconfirmedRow,
  listUnconfirmedRows,
} from '../../engine/run/settleRow.js';
import { readHistory } from '../../engine/run/history.js';
import type { RunSheet } from '../../engine/run/runSheet.js';
import type { RowsInProgress } from '../../engine/run/rowsInProgress.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { writeHistory } from './historyStore.js';
import { readGeneration } from '../sheets/liveSheet.js';
import { replaceProblems, type StoredProblem } from '../sheets/problemStore.js';
import { type RowUpdate, updateChangedRows } from './rowStore.js';
import { updateCounts } from '../sheets/sheetStore.js';
import { type StoredUnconfirmed, writeUnconfirmed } from './unconfirmedStore.js';
import { statusKinds } from '../words/problemKinds.js';
import { readSheetWords } from '../sheets/sheetWords.js';
import { listStatusProblems, readRefusedCells } from '../sheets/readRow.js';
import type { SheetLock } from '../sheets/sheetLocks.js';

type WordedReport = ReturnType<typeof formatReport>;

/** With more rows in a transaction, other writers would wait too long. */
const rowsPerStep = 2000;

/**
 * Stores the state of the rows from the journal; returns the rows that have changed. If `generation` is outdated,
 * resolves to undefined: corrected inputs would get the scores of the former inputs. If `lock` was lost, throws a
 * JournalError: another process may have stored later states.
 */
export async function recordSheet(
  store: Store,
  id: string,
  sheet: RunSheet,
  generation?: number,
  lock?: Pick<SheetLock, 'isMine'>,
): Promise<number[] | undefined> {
  const changed: number[] = [];
  const words = await readSheetWords(store, id);
  const refused = await readRefusedCells(sheet);
  const problems: StoredProblem[] = [];
  let updates: RowUpdate[] = [];
  const write = async () => {
    const written = await inTransaction(store, async (tx) => {
      await assertHeld(tx, id, lock);
      const currentGeneration = await readGeneration(tx, id);
      if (hasChanged(currentGeneration, generation)) return undefined;
      return currentGeneration === undefined ? [] : updateChangedRows(tx, id, updates);
    });
    changed.push(...(written ?? []));
    updates = [];
    return written !== undefined;
  };
  for (const row of sheet.read.rows) {
    const report = formatReport(sheet.report(row), sheet.wording);
    updates.push(toWholeUpdate(sheet.read, row, report));
    problems.push(...listStatusProblems(row, report, refused.get(row.number), words));
    if (updates.length === rowsPerStep && !(await write())) return undefined;
  }
  if (!(await write())) return undefined;
  return inTransaction(store, async (tx) => {
    await assertHeld(tx, id, lock);
    const currentGeneration = await readGeneration(tx, id);
    if (hasChanged(currentGeneration, generation)) return undefined;
    if (currentGeneration === undefined) return changed;
    await recordHistory(tx, id, sheet);
    await replaceProblems(tx, id, { kinds: statusKinds, rows: listRowNumbers(sheet) }, problems);
    await updateCounts(tx, id);
    return changed;
  });
}

async function assertHeld(
  tx: Store,
  id: string,
  lock: Pick<SheetLock, 'isMine'> | undefined,
): Promise<void> {
  if (lock === undefined || (await lock.isMine(tx))) return;
  throw new JournalError({ code: 'lockLost', lock: id });
}

function hasChanged(current: number | undefined, generation: number | undefined): boolean {
  return current !== undefined && generation !== undefined && current !== generation;
}

/** Leaves out the values that need the journal. */
export function toUpdate({ row: number, status, message, ...result }: WordedReport): RowUpdate {
  return { number, status, message, result };
}

export function toWholeUpdate(
  read: Pick<RowsInProgress, 'journal'>,
  row: PlannedRow,
  report: WordedReport,
): RowUpdate {
  return { ...toUpdate(report), key: row.key, choices: readChoices(read, row, report) };
}

export function readChoices(
  { journal }: Pick<RowsInProgress, 'journal'>,
  planned: PlannedRow,
  { assessmentId }: Pick<RowReport, 'assessmentId'>,
): readonly RowChoice[] {
  return listChoices({ planned, assessmentId }, { operation: assess, journal });
}

/** Call this in a transaction. */
export async function recordHistory(store: Store, id: string, sheet: RunSheet): Promise<void> {
  const { intake, journal } = sheet.read;
  await writeHistory(store, id, readHistory(intake.rows, journal.states));
  await writeUnconfirmed(store, id, findUnconfirmedAmong(withSkippedRows(sheet), sheet.wording));
}

/** Leaves out rows whose request is in flight. Call this in a transaction. */
export function recordUnconfirmedInRun(store: Store, id: string, sheet: RunSheet): Promise<void> {
  const { journal } = sheet.read;
  const all = findUnconfirmedAmong(withSkippedRows(sheet), sheet.wording);
  return writeUnconfirmed(
    store,
    id,
    all.filter(({ key }) => !journal.isInFlight(key)),
  );
}

function withSkippedRows({ read }: RunSheet): Pick<RowsInProgress, 'rows' | 'journal'> {
  const { rows, hiddenRows, journal } = read;
  return { rows: [...rows, ...hiddenRows], journal };
}

/** Returns undefined if all rows were planned. A round leaves out rows that were never assessed. */
function listRowNumbers({ read: { intake, rows, hiddenRows } }: RunSheet): number[] | undefined {
  const planned = [...rows, ...hiddenRows];
  return planned.length === intake.rows.length ? undefined : planned.map(({ number }) => number);
}

/** Includes unconfirmed requests that are only in the journal. */
export function findUnconfirmedAmong(
  { rows, journal: { states, computeHash } }: Pick<RowsInProgress, 'rows' | 'journal'>,
  wording: Wording,
): readonly StoredUnconfirmed[] {
  const planned = rows.map((row) => ({ planned: row }));
  const found = listUnconfirmedRows({ rows: planned, states, computeHash });
  return found.map((row) => toStoredUnconfirmed(row, wording));
}

const fieldNames = Object.keys(operations.rwa_create.fields);

function toStoredUnconfirmed(
  { key, row, sentAt, reason, ...about }: UnconfirmedRow,
  wording: Wording,
): StoredUnconfirmed {
  const request: SheetRequest = about.request ?? about.now ?? {};
  const isElsewhere = reason.reason?.code === 'sentElsewhere';
  const sent = fieldNames.flatMap((name) => {
    const value = request[name];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return {
    key,
    row: row ?? null,
    sentAt: sentAt === '' ? null : sentAt,
    reason: wording(reason),
    sent: Object.fromEntries(sent),
    isElsewhere,
  };
}

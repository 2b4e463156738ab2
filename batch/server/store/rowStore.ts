import type { KeptScores } from '../../engine/intake/keptScores.js';
import type { RowStatus } from '../../engine/sheetCommand.js';
import { inputsAreOthers } from '../../engine/report/reportData.js';
import { rounded } from '../../engine/report/risks.js';
import type { RowChoice } from '../../engine/run/settleRow.js';
import { scoreColumns } from './scoreColumns.js';
import { inserting, replacing } from './dialects.js';
import { blocksOf, getMany, runMany } from './many.js';
import { latestRecorded } from './recordedDecision.js';
import type { SqlValue, Store } from './store.js';

/** What is known of the assessment of a row. */
export interface RowResult {
  readonly scores?: KeptScores | undefined;
  readonly previousOverall?: number | undefined;
  readonly previousAt?: string | undefined;
  readonly assessmentId?: string | undefined;
  readonly redirectUrl?: string | undefined;
  readonly assessedAt?: string | undefined;
}

/** A row of a sheet, as it was read and as its journal knows it. */
export interface StoredRow extends RowResult {
  readonly number: number;
  /** Its key in the journal; empty for a row that cannot be sent. */
  readonly key: string;
  readonly employeeId: string;
  readonly purpose: string;
  readonly destination: string;
  readonly status: RowStatus;
  readonly message: string;
  readonly hidden: boolean;
  /** What is sent, by field. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The values of cells that were corrected, by field. */
  readonly instead: Readonly<Record<string, string>>;
  /** What a person can say of it; nothing unless given. */
  readonly choices?: readonly RowChoice[];
}

/** What a run has learnt of a row. */
export interface RowUpdate {
  readonly number: number;
  readonly key?: string;
  readonly status: RowStatus;
  readonly message: string;
  /** What a person can say of it. During a run, which nobody can disturb, it stays what it was. */
  readonly choices?: readonly RowChoice[];
  /** Replaces all that was known of its assessment; without it, that stays. */
  readonly result?: RowResult | undefined;
}

/** Texts that begin with so many of the same letters sort by their rows. */
const longestSorted = 200;

/** Sorts after all rows that have a score or a change. */
const none = 1000;

/** Writes rows of a sheet, whole; those that were there are replaced. For many, in a transaction. */
export function writeRows(store: Store, sheet: string, rows: Iterable<StoredRow>): void {
  write(store, sheet, rows, replacing('row', 'sheet, number', allRowColumns));
}

/** Adds rows of a sheet to another table with the same columns, where none of them is. */
export function addRowsTo(
  table: string,
  store: Store,
  sheet: string,
  rows: Iterable<StoredRow>,
): void {
  write(store, sheet, rows, inserting(table, allRowColumns));
}

function write(store: Store, sheet: string, rows: Iterable<StoredRow>, sql: string): void {
  for (const block of blocksOf(rows)) {
    const decisions = decisionsOn(store, block);
    runMany(
      store.db,
      sql,
      block.map((row) => {
        const { employeeId, purpose, destination } = row;
        return [
          ...[sheet, row.number, row.key, employeeId, purpose, destination],
          ...[row.status, row.message, row.hidden ? 1 : 0],
          ...[JSON.stringify(row.inputs), JSON.stringify(row.instead)],
          row.choices?.join(' ') ?? '',
          searchable(`${employeeId}\n${destination}\n${purpose}`),
          ...[sortable(employeeId), sortable(destination)],
          ...resultValues(row, row.status, decisions),
        ];
      }),
    );
  }
}

/** The decisions that are recorded for the assessments of rows. */
function decisionsOn(
  store: Store,
  results: readonly (RowResult | undefined)[],
): ReadonlyMap<string, string> {
  return latestRecorded(
    store,
    results.flatMap((result) => result?.assessmentId ?? []),
  );
}

/** Writes what a run has learnt of rows that are there. */
export function updateRows(store: Store, sheet: string, rows: Iterable<RowUpdate>): void {
  const set =
    'UPDATE row SET key = coalesce(?, key), status = ?, message = ?, choices = coalesce(?, choices)';
  const results = resultColumns.map((name) => `${name} = ?`).join(', ');
  for (const block of blocksOf(rows)) {
    const decisions = decisionsOn(
      store,
      block.map(({ result }) => result),
    );
    const statuses: SqlValue[][] = [];
    const all: SqlValue[][] = [];
    for (const { number, key = null, status, message, choices, result } of block) {
      const stands = [key, status, message, choices?.join(' ') ?? null];
      if (result === undefined) statuses.push([...stands, sheet, number]);
      else all.push([...stands, ...resultValues(result, status, decisions), sheet, number]);
    }
    runMany(store.db, `${set} WHERE sheet = ? AND number = ?`, statuses);
    runMany(store.db, `${set}, ${results} WHERE sheet = ? AND number = ?`, all);
  }
}

/**
 * The same for those whose status, message or assessment is another one than in the store. Returns their
 * numbers.
 */
export function updateChangedRows(
  store: Store,
  sheet: string,
  rows: Iterable<RowUpdate>,
): readonly number[] {
  const all = [...rows];
  const found = getMany(
    store.db,
    `SELECT key, status, message, choices, ${resultColumns.join(', ')} FROM row WHERE sheet = ? AND number = ?`,
    all.map(({ number }) => [sheet, number]),
  );
  const noDecision = new Map<string, string>();
  const changed: RowUpdate[] = [];
  for (const [index, row] of all.entries()) {
    const before = found[index];
    if (before === undefined) continue;
    const { key = before.key, status, message, result } = row;
    const { choices = before.choices } = { choices: row.choices?.join(' ') };
    const isSame =
      before.key === key &&
      before.choices === choices &&
      before.status === status &&
      before.message === message &&
      (result === undefined ||
        resultValues(result, status, noDecision).every((value, index) => {
          const column = resultColumns[index] ?? '';
          return column === 'decision' || before[column] === value;
        }));
    if (!isSame) changed.push(row);
  }
  updateRows(store, sheet, changed);
  return changed.map(({ number }) => number);
}

/** Deletes all rows of a sheet, before it is read again. */
export function deleteRows({ db }: Store, sheet: string): void {
  db.prepare('DELETE FROM row WHERE sheet = ?').run(sheet);
}

/** The text that a search looks through or for: whatever its case. */
export function searchable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

const resultColumns = [
  ...scoreColumns.map(({ column }) => column),
  'previous_overall',
  'previous_at',
  'assessment_id',
  'redirect_url',
  'assessed_at',
  'decision',
  'risk_sort',
  'change_sort',
] as const;

/** All columns of the table of rows, in the order in which they are written. */
export const allRowColumns: readonly string[] = [
  ...['sheet', 'number', 'key', 'employee_id', 'purpose', 'destination', 'status', 'message'],
  ...['hidden', 'inputs', 'instead', 'choices', 'search', 'person_sort', 'destination_sort'],
  ...resultColumns,
];

function resultValues(
  result: RowResult,
  status: RowStatus,
  decisions: ReadonlyMap<string, string>,
): (string | number | null)[] {
  const { previousOverall, previousAt, assessmentId, redirectUrl } = result;
  const scores: KeptScores = inputsAreOthers({ status }) ? {} : (result.scores ?? {});
  const change = changeIn({ scores, previousOverall });
  return [
    ...scoreColumns.map(({ name }) => scores[name] ?? null),
    ...[previousOverall ?? null, previousAt ?? null, assessmentId ?? null, redirectUrl ?? null],
    result.assessedAt ?? null,
    assessmentId === undefined ? null : (decisions.get(assessmentId) ?? null),
    scores.overallTrip === undefined ? none : -rounded(scores.overallTrip),
    change === undefined ? none : -change,
  ];
}

/** The change between the scores as they are shown, like the report's. */
export function changeIn({ scores, previousOverall }: RowResult): number | undefined {
  const overall = scores?.overallTrip;
  if (overall === undefined || previousOverall === undefined) return undefined;
  // + 0: no minus before a zero.
  return rounded(rounded(overall) - rounded(previousOverall)) + 0;
}

/** Numbers in a text sort by their value: E9 before E10. An entry of an index has a limit on Postgres. */
function sortable(text: string): string {
  const padded = searchable(text).replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'));
  return padded.slice(0, longestSorted).toWellFormed();
}

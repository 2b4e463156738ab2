import type { KeptScores } from '../../engine/intake/keptScores.js';
import type { RowStatus } from '../../engine/intake/statusWords.js';
import { inputsAreOthers } from '../../engine/report/reportCase.js';
import { rounded } from '../../engine/report/risks.js';
import type { RowChoice } from '../../engine/run/rowChoiceNames.js';
import { scoreColumns } from './scoreColumns.js';
import { latestRecorded } from './recordedDecision.js';
import type { Store } from './store.js';

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

/** Sorts after all rows that have a score or a change. */
const none = 1000;

/** Writes rows of a sheet, whole; those that were there are replaced. For many, in a transaction. */
export function writeRows({ db }: Store, sheet: string, rows: Iterable<StoredRow>): void {
  const write = db.prepare(`INSERT OR REPLACE INTO row
    (sheet, number, key, employee_id, purpose, destination, status, message, hidden, inputs, instead,
      choices, search, person_sort, destination_sort, ${resultColumns.join(', ')})
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${resultColumns.map(() => '?').join(', ')})`);
  const decisionOf = latestRecorded(db);
  for (const row of rows) {
    const { employeeId, purpose, destination } = row;
    write.run(
      ...[sheet, row.number, row.key, employeeId, purpose, destination, row.status, row.message],
      ...[row.hidden ? 1 : 0, JSON.stringify(row.inputs), JSON.stringify(row.instead)],
      row.choices?.join(' ') ?? '',
      searchable(`${employeeId}\n${destination}\n${purpose}`),
      ...[sortable(employeeId), sortable(destination)],
      ...resultValues(row, row.status, decisionOf),
    );
  }
}

/** Writes what a run has learnt of rows that are there. */
export function updateRows({ db }: Store, sheet: string, rows: Iterable<RowUpdate>): void {
  const set =
    'UPDATE row SET key = ifnull(?, key), status = ?, message = ?, choices = ifnull(?, choices)';
  const status = db.prepare(`${set} WHERE sheet = ? AND number = ?`);
  const all = db.prepare(
    `${set}, ${resultColumns.map((name) => `${name} = ?`).join(', ')} WHERE sheet = ? AND number = ?`,
  );
  const decisionOf = latestRecorded(db);
  for (const row of rows) {
    const { number, key = null, result } = row;
    const stands = [key, row.status, row.message, row.choices?.join(' ') ?? null];
    if (result === undefined) status.run(...stands, sheet, number);
    else all.run(...stands, ...resultValues(result, row.status, decisionOf), sheet, number);
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
  const find = store.db.prepare(
    `SELECT key, status, message, choices, ${resultColumns.join(', ')} FROM row WHERE sheet = ? AND number = ?`,
  );
  const noDecision = () => null;
  const changed: RowUpdate[] = [];
  for (const row of rows) {
    const before = find.get(sheet, row.number);
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

function resultValues(
  result: RowResult,
  status: RowStatus,
  decisionOf: (assessmentId: string) => string | null,
): (string | number | null)[] {
  const { previousOverall, previousAt, assessmentId, redirectUrl } = result;
  const scores: KeptScores = inputsAreOthers({ status }) ? {} : (result.scores ?? {});
  const change = changeIn({ scores, previousOverall });
  return [
    ...scoreColumns.map(({ name }) => scores[name] ?? null),
    ...[previousOverall ?? null, previousAt ?? null, assessmentId ?? null, redirectUrl ?? null],
    result.assessedAt ?? null,
    assessmentId === undefined ? null : decisionOf(assessmentId),
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

/** Numbers in a text sort by their value: E9 before E10. */
function sortable(text: string): string {
  return searchable(text).replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'));
}

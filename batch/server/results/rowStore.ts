import type { Selectable } from 'kysely';
import type { DecisionStatus } from '../../../src/decisionStatus.js';
import type { KeptScores } from '../../engine/intake/keptScores.js';
import type { RowStatus } from '../../engine/sheetCommand.js';
import { areInputsRefused } from '../../engine/report/reportData.js';
import { type RiskKind, riskKinds, roundScore } from '../../engine/report/risks.js';
import type { RowChoice } from '../../engine/run/settleRow.js';
import { forManyRows, splitIntoBlocks } from '../db/manyRows.js';
import type { RowTable } from '../db/schema.js';
import { deleteInSteps } from '../db/steps.js';
import type { Store } from '../db/store.js';
import { readLatestRecorded } from '../decisions/decisionStore.js';
import type { RowContext } from '../sheets/contextFields.js';

export interface RowResult {
  readonly scores?: KeptScores | undefined;
  readonly previousOverall?: number | undefined;
  readonly previousAt?: string | undefined;
  readonly assessmentId?: string | undefined;
  readonly redirectUrl?: string | undefined;
  readonly assessedAt?: string | undefined;
}

export interface StoredRow extends RowResult {
  readonly number: number;
  /** Empty for some rows that cannot be sent. */
  readonly key: string;
  readonly employeeId: string;
  readonly context?: RowContext | undefined;
  readonly purpose: string;
  readonly destination: string;
  readonly status: RowStatus;
  readonly message: string;
  readonly hidden: boolean;
  /** The values that are sent; for a row with problems, those that could be read. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly instead: Readonly<Record<string, string>>;
  readonly choices?: readonly RowChoice[];
}

export interface RowUpdate {
  readonly number: number;
  readonly key?: string;
  readonly status: RowStatus;
  readonly message: string;
  /** If missing, the stored choices are kept. */
  readonly choices?: readonly RowChoice[];
  /** Replaces the whole result. If missing, the stored result is kept. */
  readonly result?: RowResult | undefined;
}

/** Postgres limits the length of an index entry to 2,704 bytes. */
const maxSortedLength = 200;

/** The limit for each part of a search text, such as the Employee ID. */
const maxSearchedLength = 120;

/** This number is greater than all scores and changes, so that rows without a value are last. */
export const lastSortValue = 1000;

export async function toTableRows(
  store: Store,
  sheet: string,
  rows: readonly StoredRow[],
): Promise<Selectable<RowTable>[]> {
  const decisions = await readDecisionStatuses(store, rows);
  return rows.map((row) => {
    const { employeeId, purpose, destination } = row;
    const { name = '', department = '' } = row.context ?? {};
    return {
      sheet,
      number: row.number,
      key: row.key,
      employee_id: employeeId,
      person_name: name,
      department,
      purpose,
      destination,
      status: row.status,
      message: row.message,
      hidden: row.hidden ? 1 : 0,
      inputs: JSON.stringify(row.inputs),
      instead: JSON.stringify(row.instead),
      choices: row.choices?.join(' ') ?? '',
      search: toRowSearch([employeeId, name, department, destination, purpose]),
      person_sort: toSortText(name === '' ? employeeId : name),
      destination_sort: toSortText(destination),
      ...toResultValues(row, row.status, decisions),
    };
  });
}

function readDecisionStatuses(
  store: Store,
  results: readonly (RowResult | undefined)[],
): Promise<ReadonlyMap<string, DecisionStatus>> {
  return readLatestRecorded(
    store,
    results.flatMap((result) => result?.assessmentId ?? []),
  );
}

export async function updateRows(
  store: Store,
  sheet: string,
  rows: Iterable<RowUpdate>,
): Promise<void> {
  for (const block of splitIntoBlocks(rows)) {
    const decisions = await readDecisionStatuses(
      store,
      block.map(({ result }) => result),
    );
    const statuses: RowStateValues[] = [];
    const withResults: (RowStateValues & RowResultValues)[] = [];
    for (const { number, key, status, message, choices, result } of block) {
      const values = { sheet, number, key, status, message, choices: choices?.join(' ') };
      if (result === undefined) statuses.push(values);
      else withResults.push({ ...values, ...toResultValues(result, status, decisions) });
    }
    await forManyRows(store, 'row', statuses, createUpdate([]));
    await forManyRows(store, 'row', withResults, createUpdate(resultColumns));
  }
}

/** If a value is undefined, the stored value is kept. */
interface RowStateValues extends Pick<RowTable, 'sheet' | 'number' | 'status' | 'message'> {
  readonly key: string | undefined;
  readonly choices: string | undefined;
}

function createUpdate(columns: readonly string[]): string {
  const results = columns.map((column) => `, ${column} = incoming.${column}`);
  return `UPDATE "row" SET key = coalesce(incoming.key, "row".key), status = incoming.status,
      message = incoming.message, choices = coalesce(incoming.choices, "row".choices)${results.join('')}
    FROM incoming WHERE "row".sheet = incoming.sheet AND "row".number = incoming.number`;
}

/** Updates only rows that differ, and returns their numbers. Call this in a transaction. */
export async function updateChangedRows(
  store: Store,
  sheet: string,
  rows: Iterable<RowUpdate>,
): Promise<readonly number[]> {
  const updates = [...rows];
  const stored = await forManyRows<'row', StoredState>(
    store,
    'row',
    updates.map(({ number }) => ({ sheet, number })),
    `SELECT "row".number, "row".key, status, message, choices, ${resultColumns.join(', ')}
     FROM incoming JOIN "row" ON "row".sheet = incoming.sheet AND "row".number = incoming.number`,
  );
  const byNumber = new Map(stored.map((row) => [row.number, row]));
  const changed = updates.filter((row) => {
    const storedRow = byNumber.get(row.number);
    return storedRow !== undefined && !isSame(storedRow, row);
  });
  await updateRows(store, sheet, changed);
  return changed.map(({ number }) => number);
}

type StoredState = RowResultValues &
  Pick<Selectable<RowTable>, 'number' | 'key' | 'status' | 'message' | 'choices'>;

function isSame(stored: StoredState, row: RowUpdate): boolean {
  const { key = stored.key, status, message, result } = row;
  const choices = row.choices?.join(' ') ?? stored.choices;
  return (
    stored.key === key &&
    stored.choices === choices &&
    stored.status === status &&
    stored.message === message &&
    (result === undefined || hasSameResult(stored, toResultValues(result, status, new Map())))
  );
}

/** Ignores the decision, which is recorded separately. */
function hasSameResult(stored: RowResultValues, values: RowResultValues): boolean {
  return resultColumns.every(
    (column) => column === 'decision' || stored[column] === values[column],
  );
}

/** Call this in a transaction. */
export function deleteRows(store: Store, sheet: string): Promise<void> {
  return deleteInSteps(store, { table: 'row', sheet, number: 'number' });
}

/** Shortens long parts: an index entry of Postgres has at most 2,704 bytes. */
export function toRowSearch(parts: readonly string[]): string {
  const cut = parts.map((part) => part.slice(0, maxSearchedLength).toWellFormed());
  return toSearchText(cut.join('\n'));
}

/** Removes case and accents, so that "Jose" finds "José". */
export function toSearchText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .toLowerCase();
}

const columns = {
  overallTrip: 'overall_trip',
  workingRights: 'working_rights',
  payrollTax: 'payroll_tax',
  socialSecurity: 'social_security',
  corporateTax: 'corporate_tax',
  employmentLaw: 'employment_law',
  contractorMisclass: 'contractor_misclass',
  cumulativePeRiskLevel: 'cumulative_pe_risk_level',
} as const satisfies Record<keyof KeptScores, keyof RowTable>;

type RiskColumn = (typeof columns)[RiskKind];
export type ScoreColumn = (typeof columns)[keyof KeptScores];

export const riskColumns: readonly { readonly name: RiskKind; readonly column: RiskColumn }[] =
  riskKinds.map((name) => ({ name, column: columns[name] }));

export const scoreColumns: readonly ScoreColumn[] = Object.values(columns);

export function readContext(
  found: Readonly<Pick<Selectable<RowTable>, 'person_name' | 'department'>>,
): Partial<RowContext> {
  const { person_name: name, department } = found;
  return { ...(name && { name }), ...(department && { department }) };
}

export function readScores(found: Readonly<Pick<RowTable, ScoreColumn>>): KeptScores {
  const { cumulative_pe_risk_level: peLevel } = found;
  const scores: KeptScores = {};
  for (const { name, column } of riskColumns) {
    const score = found[column];
    if (score !== null) scores[name] = score;
  }
  if (peLevel !== null) scores.cumulativePeRiskLevel = peLevel;
  return scores;
}

function toScoreValues(scores: KeptScores): Pick<RowTable, ScoreColumn> {
  const names = Object.keys(columns) as (keyof KeptScores)[];
  const values = names.map((name) => [columns[name], scores[name] ?? null]);
  return Object.fromEntries(values) as Pick<RowTable, ScoreColumn>;
}

const resultColumns = [
  ...scoreColumns,
  'previous_overall',
  'previous_at',
  'assessment_id',
  'redirect_url',
  'assessed_at',
  'decision',
  'risk_sort',
  'change_sort',
] as const;

type RowResultValues = Pick<Selectable<RowTable>, (typeof resultColumns)[number]>;

export const allRowColumns = [
  'sheet',
  'number',
  'key',
  'employee_id',
  'person_name',
  'department',
  'purpose',
  'destination',
  'status',
  'message',
  'hidden',
  'inputs',
  'instead',
  'choices',
  'search',
  'person_sort',
  'destination_sort',
  ...resultColumns,
] as const satisfies readonly (keyof RowTable)[];

function toResultValues(
  result: RowResult,
  status: RowStatus,
  decisions: ReadonlyMap<string, DecisionStatus>,
): RowResultValues {
  const { previousOverall, previousAt, assessmentId, redirectUrl, assessedAt } = result;
  const scores: KeptScores = areInputsRefused({ status }) ? {} : (result.scores ?? {});
  const change = computeChange({ scores, previousOverall });
  return {
    ...toScoreValues(scores),
    previous_overall: previousOverall ?? null,
    previous_at: previousAt ?? null,
    assessment_id: assessmentId ?? null,
    redirect_url: redirectUrl ?? null,
    assessed_at: assessedAt ?? null,
    decision: (assessmentId === undefined ? undefined : decisions.get(assessmentId)) ?? null,
    risk_sort: scores.overallTrip === undefined ? lastSortValue : -roundScore(scores.overallTrip),
    change_sort: change === undefined ? lastSortValue : -change,
  };
}

/** The difference between the rounded scores, as in the report. */
export function computeChange({ scores, previousOverall }: RowResult): number | undefined {
  const overall = scores?.overallTrip;
  if (overall === undefined || previousOverall === undefined) return undefined;
  // Adding 0 turns -0 into 0.
  return roundScore(roundScore(overall) - roundScore(previousOverall)) + 0;
}

/** Pads numbers, so that E9 comes before E10. */
export function toSortText(text: string): string {
  const padded = toSearchText(text).replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'));
  return padded.slice(0, maxSortedLength).toWellFormed();
}

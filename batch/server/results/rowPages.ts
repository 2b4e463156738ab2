import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { riskChoices, Row, rowFilters, rowSorts, rowStatuses } from '../contract/shapes.js';
import { indexedBy, matchesAny, strpos } from '../db/dialect.js';
import type { Store } from '../db/store.js';
import {
  computeChange,
  readContext,
  riskColumns,
  scoreColumns,
  readScores,
  toSearchText,
  toSortText,
  lastSortValue,
  type StoredRow,
} from './rowStore.js';
import type { RiskKind } from '../../engine/report/risks.js';
import { z } from 'zod/v4';
import type { KeptScores } from '../../engine/intake/keptScores.js';
import { type RowChoice, rowChoices } from '../../engine/run/settleRow.js';
import { forManyRows } from '../db/manyRows.js';
import type { RowTable } from '../db/schema.js';
import { listEnglishNames } from '../../../src/countries.js';
import { findCountryInAnyLanguage } from '../../../src/foreignCountries.js';
import type { DecisionStatus } from '../../../src/decisionStatus.js';
import { readLatestDecisions, type ShownDecisions } from '../decisions/decisionStore.js';

export type RowFilter = (typeof rowFilters)[number];
/** Rows with the same value are in the order of their numbers. Only a reversed order by texts reverses the numbers. */
type RowSort = (typeof rowSorts)[number];

interface ValueFilters {
  readonly destination?: string | undefined;
  readonly purpose?: string | undefined;
  readonly status?: (typeof rowStatuses)[number] | undefined;
  readonly decision?: DecisionStatus | undefined;
  /** Selects rows whose rounded scores are large enough. */
  readonly risk?:
    | { readonly kind: (typeof riskChoices)[number]; readonly atLeast: number }
    | undefined;
}

export interface RowSelection extends ValueFilters {
  readonly filter: RowFilter;
  readonly search: string;
}

export interface RowQuery extends RowSelection {
  readonly sort: RowSort;
  /** Rows without a risk or change are last in both orders. */
  readonly isReversed?: boolean;
  readonly after: RowCursor | undefined;
  readonly limit: number;
}

export interface RowPage {
  readonly rows: readonly Row[];
  readonly next: RowCursor | undefined;
}

/** True if the result has shown that the Assessment ID belongs to another row. */
const hasWrongId = sql`choices LIKE ${`%${'correctId' satisfies RowChoice}%`}`;

/** `risk_sort` is the negative rounded risk; a risk of at least 7 is high. */
const filters: Readonly<Record<RowFilter, RawBuilder<SqlBool>>> = {
  all: sql`TRUE`,
  high: sql`risk_sort <= -7`,
  risen: sql`change_sort < 0 AND status = 'Scored'`,
  undecided: sql`status = 'Scored' AND coalesce(decision, 'Pending') = 'Pending'`,
  settle: sql`status IN ('Unconfirmed', 'Pending') AND (status = 'Unconfirmed' OR ${hasWrongId})`,
  problems: sql`status IN ('Invalid', 'Duplicate')`,
  pending: sql`status = 'Pending' AND NOT ${hasWrongId}`,
  rejected: sql`status = 'Rejected'`,
  unsent: sql`status = 'Not sent'`,
  scored: sql`status = 'Scored'`,
};

/** The indexes for the filters that need more than the status and the decision. */
const indexes: Partial<Record<RowFilter, string>> = {
  high: 'row_by_risk',
  risen: 'row_by_change',
  settle: 'row_by_status',
  pending: 'row_by_status',
};

/** This index contains the column `search`. */
const searchIndex = 'row_by_number';

interface SortValue {
  readonly value: RawBuilder<string | number>;
  readonly isText?: boolean;
  readonly mayLackValue?: boolean;
  readonly index?: string;
}

const byRisk = riskColumns.map(({ name, column }): [RiskKind, SortValue] => [
  name,
  { value: sql`coalesce(-${sql.ref(column)}, ${sql.lit(lastSortValue)})`, mayLackValue: true },
]);

const sorts: Readonly<Record<RowSort, SortValue>> = {
  ...(Object.fromEntries(byRisk) as Record<RiskKind, SortValue>),
  row: { value: sql.ref('number'), index: 'row_by_number' },
  risk: { value: sql.ref('risk_sort'), index: 'row_by_risk', mayLackValue: true },
  change: { value: sql.ref('change_sort'), index: 'row_by_change', mayLackValue: true },
  person: { value: sql.ref('person_sort'), index: 'row_by_person', isText: true },
  destination: { value: sql.ref('destination_sort'), index: 'row_by_destination', isText: true },
  // "~" follows all letters, so rows without a decision come last.
  decision: { value: sql`coalesce(nullif(decision, 'Pending'), '~')`, isText: true },
};

export function sortsByText(sort: RowSort): boolean {
  return sorts[sort].isText === true;
}

function toSortOrder({ sort, isReversed = false }: Pick<RowQuery, 'sort' | 'isReversed'>) {
  const { value, mayLackValue = false } = sorts[sort];
  if (!isReversed || !mayLackValue) return { value, isDescending: isReversed };
  const last = sql.lit(lastSortValue);
  const negated = sql<number>`CASE WHEN ${value} = ${last} THEN ${last} ELSE -${value} END`;
  return { value: negated, isDescending: false };
}

function createSearchConditions(store: Store, search: string): RawBuilder<SqlBool>[] {
  const text = toSearchText(search.trim());
  if (text === '') return [];
  const containsText = sql<SqlBool>`${strpos(store, sql.ref<string>('search'), text)} > 0`;
  const country = findCountryInAnyLanguage(search);
  if (country === undefined) return [containsText];
  // The search index has this column, but not `destination`.
  const names = listEnglishNames(country).map(toSortText);
  return [sql<SqlBool>`(${containsText} OR ${matchesAny(store, 'destination_sort', names)})`];
}

function createValueConditions(values: ValueFilters): RawBuilder<SqlBool>[] {
  const { destination, purpose, status, decision, risk } = values;
  return [
    ...(destination === undefined ? [] : [sql<SqlBool>`destination = ${destination}`]),
    ...(purpose === undefined ? [] : [sql<SqlBool>`purpose = ${purpose}`]),
    ...(status === undefined ? [] : [sql<SqlBool>`status = ${status}`]),
    ...(decision === undefined ? [] : [sql<SqlBool>`coalesce(decision, 'Pending') = ${decision}`]),
    ...(risk === undefined ? [] : [isAtLeast(risk)]),
  ];
}

/** Half a unit of the last digit that is shown: a risk of 6.95 is shown as 7.0. */
const roundingMargin = 0.05;

function isAtLeast({ kind, atLeast }: NonNullable<ValueFilters['risk']>): RawBuilder<SqlBool> {
  const least = atLeast - roundingMargin;
  const comparedColumns = riskColumns.filter(({ name }) => kind === 'any' || kind === name);
  const conditions = comparedColumns.map(
    ({ column }) => sql<SqlBool>`${sql.ref(column)} >= ${least}`,
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`;
}

/** Begins after the last row of the previous page, even if rows were added meanwhile. */
export async function readRowPage(store: Store, sheet: string, query: RowQuery): Promise<RowPage> {
  const { lines, next } = await readLines(store, sheet, query, shownColumns);
  return { rows: await toRows(store, lines), next };
}

/** The inputs are from the same statement as the rows. */
export async function readRowPageWithInputs(
  store: Store,
  sheet: string,
  query: RowQuery,
): Promise<RowPage & { readonly inputs: readonly RowInputs['inputs'][] }> {
  const selected = sql<PageLine>`${shownColumns}, "row".inputs`;
  const { lines, next } = await readLines(store, sheet, query, selected);
  return {
    rows: await toRows(store, lines),
    inputs: lines.map(({ inputs }) => byField.parse(JSON.parse(inputs))),
    next,
  };
}

type PageLine = ShownLine & Pick<InputLine, 'inputs'>;

async function readLines<Line extends ShownLine>(
  store: Store,
  sheet: string,
  query: RowQuery,
  selected: RawBuilder<Line>,
): Promise<{ readonly lines: readonly Line[]; readonly next: RowCursor | undefined }> {
  const { filter, search, sort, after, limit } = query;
  const { value, isDescending } = toSortOrder(query);
  const searchConditions = createSearchConditions(store, search);
  const usedIndex = searchConditions.length === 0 ? sorts[sort].index : searchIndex;
  const index = usedIndex === undefined ? sql`` : indexedBy(store, usedIndex);
  const [comparison, order] = isDescending ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const isAfter =
    after === undefined
      ? sql``
      : sql`AND (${value}, number) ${comparison} (${after.value}, ${after.number})`;
  const conditions = [
    sql`sheet = ${sheet}`,
    filters[filter],
    ...searchConditions,
    ...createValueConditions(query),
  ];
  const { rows: found } = await sql<Line & { readonly sort_value: string | number }>`
    SELECT ${selected}, page.value AS sort_value FROM (
      SELECT number AS n, ${value} AS value FROM row ${index}
      WHERE ${sql.join(conditions, sql` AND `)} ${isAfter}
      ORDER BY ${value} ${order}, number ${order} LIMIT ${limit + 1}
    ) AS page LEFT JOIN row ON row.sheet = ${sheet} AND row.number = page.n
    ORDER BY page.value ${order}, page.n ${order}`.execute(store.db);
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    lines: found.slice(0, limit),
    next: last === undefined ? undefined : { value: last.sort_value, number: last.number },
  };
}

export async function countRows(
  store: Store,
  sheet: string,
  { search = '', ...values }: Omit<Partial<RowSelection>, 'filter'> = {},
): Promise<Record<RowFilter, number>> {
  const searchConditions = createSearchConditions(store, search);
  const conditions = [...searchConditions, ...createValueConditions(values)];
  if (conditions.length === 0) return countAll(store, sheet);
  const index = searchConditions.length === 0 ? sql`` : indexedBy(store, searchIndex);
  const counts = Object.entries(filters).map(
    ([name, condition]) =>
      sql`CAST(count(*) FILTER (WHERE ${condition}) AS INTEGER) AS ${sql.id(name)}`,
  );
  const { rows } = await sql<Record<RowFilter, number>>`
    SELECT ${sql.join(counts)} FROM row ${index}
    WHERE ${sql.join([sql`sheet = ${sheet}`, ...conditions], sql` AND `)}`.execute(store.db);
  return requireSingleRow(rows);
}

/** Counts the rows of all filters by status and decision in one pass. */
async function countAll(store: Store, sheet: string): Promise<Record<RowFilter, number>> {
  const counts = Object.entries(filters).map(([name, condition]) => {
    const index = indexes[name as RowFilter];
    const count =
      index === undefined
        ? sql`coalesce(sum(rows) FILTER (WHERE ${condition}), 0)`
        : sql`(SELECT count(*) FROM row ${indexedBy(store, index)} WHERE sheet = ${sheet} AND ${condition})`;
    return sql`CAST(${count} AS INTEGER) AS ${sql.id(name)}`;
  });
  const { rows } = await sql<Record<RowFilter, number>>`
    SELECT ${sql.join(counts)} FROM (
      SELECT status, decision, count(*) AS rows
      FROM row ${indexedBy(store, 'row_by_status')} WHERE sheet = ${sheet} GROUP BY status, decision
    ) AS by_status`.execute(store.db);
  return requireSingleRow(rows);
}

function requireSingleRow<Row>([found]: readonly Row[]): Row {
  if (found === undefined) throw new Error('An aggregate without groups returns one row.');
  return found;
}

export interface RowCursor {
  readonly value: string | number;
  readonly number: number;
}

export function formatCursor({ value, number }: RowCursor): string {
  return Buffer.from(JSON.stringify([value, number])).toString('base64url');
}

/** Returns undefined for a text that is no cursor. `isText` is true if the rows are ordered by texts. */
export function readCursor(text: string, isText: boolean): RowCursor | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(parsed) || parsed.length !== 2) return undefined;
    const [value, number] = parsed as readonly unknown[];
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) return undefined;
    if (typeof value === 'string' ? !isText : isText || typeof value !== 'number') return undefined;
    return { value: value as string | number, number };
  } catch {
    return undefined;
  }
}

const columns = [
  'sheet',
  'number',
  'employee_id',
  'person_name',
  'department',
  'purpose',
  'destination',
  'status',
  'message',
  'hidden',
  ...scoreColumns,
  'previous_overall',
  'assessment_id',
  'redirect_url',
  'assessed_at',
] as const;

const selectedSql = `${columns.map((column) => `"row".${column}`).join(', ')},
  "row".instead <> '{}' AS is_corrected`;

const shownColumns: RawBuilder<ShownLine> = sql.raw(selectedSql);

interface ShownLine extends Pick<Selectable<RowTable>, (typeof columns)[number]> {
  readonly is_corrected: SqlBool;
}

async function toRows(store: Store, found: readonly ShownLine[]): Promise<Row[]> {
  const decisions = await readLatestDecisions(store, found);
  return found.map((row, index) => toRow(row, decisions[index]));
}

function toRow(row: ShownLine, decisions: ShownDecisions = {}): Row {
  const scores = readScores(row);
  const { assessment_id: assessmentId, redirect_url: redirectUrl, assessed_at: assessedAt } = row;
  const change = computeChange({ scores, previousOverall: row.previous_overall ?? undefined });
  return {
    row: row.number,
    employeeId: row.employee_id,
    ...readContext(row),
    purpose: row.purpose,
    destination: row.destination,
    status: row.status,
    message: row.message,
    isCorrected: Boolean(row.is_corrected),
    hidden: row.hidden === 1,
    ...(scores.overallTrip === undefined ? {} : { overall: scores.overallTrip }),
    scores: pickNumericScores(scores),
    ...(scores.cumulativePeRiskLevel === undefined
      ? {}
      : { peLevel: scores.cumulativePeRiskLevel }),
    ...(change === undefined ? {} : { change }),
    ...(assessmentId === null ? {} : { assessmentId }),
    ...(redirectUrl === null ? {} : { redirectUrl }),
    ...(assessedAt === null ? {} : { assessedAt }),
    ...decisions,
  };
}

export function pickNumericScores({
  cumulativePeRiskLevel: _,
  ...scores
}: KeptScores): Row['scores'] {
  return scores as Row['scores'];
}

export async function readRowsByNumber(
  store: Store,
  sheet: string,
  numbers: readonly number[],
): Promise<Row[]> {
  const found = await forManyRows<'row', ShownLine>(
    store,
    'row',
    numbers.map((number) => ({ sheet, number })),
    `SELECT ${selectedSql} FROM incoming
     JOIN "row" ON "row".sheet = incoming.sheet AND "row".number = incoming.number`,
  );
  const byNumber = new Map(found.map((row) => [row.number, row]));
  return toRows(
    store,
    numbers.flatMap((number) => byNumber.get(number) ?? []),
  );
}

export function parseChoices(choices: string): RowChoice[] {
  return rowChoices.filter((choice) => choices.split(' ').includes(choice));
}

export type RowInputs = Required<Pick<StoredRow, 'key' | 'inputs' | 'instead' | 'choices'>>;

const inputColumns = ['key', 'inputs', 'instead', 'choices'] as const;

/** Uses one statement, so that scores and inputs belong together. */
export async function readRowsWithInputs(
  store: Store,
  sheet: string,
  numbers: readonly number[],
): Promise<{ readonly row: Row; readonly read: RowInputs }[]> {
  if (numbers.length === 0) return [];
  const { rows: found } = await sql<ShownLine & InputLine>`
    SELECT ${shownColumns}, ${sql.join(inputColumns.map((column) => sql.ref(column)))}
    FROM "row" WHERE sheet = ${sheet} AND number IN (${sql.join(numbers)})
    ORDER BY number`.execute(store.db);
  const rows = await toRows(store, found);
  return rows.flatMap((row, index) => {
    const line = found[index];
    return line === undefined ? [] : [{ row, read: toInputs(line) }];
  });
}

type InputLine = Pick<Selectable<RowTable>, (typeof inputColumns)[number]>;

const byField = z.record(z.string(), z.string());

function toInputs({ key, inputs, instead, choices }: InputLine): RowInputs {
  return {
    key,
    inputs: byField.parse(JSON.parse(inputs)),
    instead: byField.parse(JSON.parse(instead)),
    choices: parseChoices(choices),
  };
}

import { type Nullable, type Selectable, sql } from 'kysely';
import type { RowChoice } from '../../engine/run/settleRow.js';
import { forManyRows, insertMany } from '../db/manyRows.js';
import type { ProblemTable, RowTable } from '../db/schema.js';
import { deleteInSteps } from '../db/steps.js';
import type { Store } from '../db/store.js';
import { parseChoices } from '../results/rowPages.js';
import { readContext } from '../results/rowStore.js';
import type { RowContext } from './contextFields.js';
import { assessedStatuses } from './correctionStore.js';
import { assessmentFields } from '../../../src/assessmentFields.js';
import { correctableKinds } from '../../engine/intake/unrecognizedValues.js';
import type { ValueEntry } from '../contract/shapes.js';
import type { ProblemKind } from '../words/problemKinds.js';
import { findNamedValues, openFields } from '../words/valueEntry.js';

export interface StoredProblem {
  readonly row: number;
  readonly kind: string;
  /** Empty for a problem with the row as a whole. */
  readonly field: string;
  readonly label: string;
  readonly cell: string | undefined;
  readonly value: string;
  readonly message: string;
  readonly remedy: string;
  readonly suggestion: string | undefined;
}

export interface ListedProblem extends StoredProblem {
  readonly place: number;
  readonly employeeId: string;
  readonly context: Partial<RowContext>;
  readonly choices: readonly RowChoice[];
  readonly key: string | undefined;
  readonly canBeIgnored: boolean;
}

export interface ProblemOfRows extends ListedProblem {
  readonly rows: number;
  /** Contains at most three rows. */
  readonly firstRows: readonly number[];
}

/** A page ends with the cursor of its last problem. */
export interface ProblemCursor {
  readonly row: number;
  readonly place: number;
}

export interface ProblemQuery {
  readonly kind?: string | undefined;
  /** Lists each row with this problem. If missing, rows with the same problem share one entry. */
  readonly like?: ProblemCursor | undefined;
  readonly after?: ProblemCursor | undefined;
  readonly limit: number;
}

/** The kind of an unusual value: the row can be sent, and does not count as a row with problems. */
const harmlessKind = 'unusual';

/** Call this in a transaction. */
export function deleteProblems(store: Store, sheet: string): Promise<void> {
  return deleteInSteps(store, { table: 'problem', sheet, number: 'row' });
}

/** The problems of a row must follow each other. */
export function addProblems(
  store: Store,
  sheet: string,
  problems: Iterable<StoredProblem>,
  firstPlace?: number,
): Promise<void> {
  return insertMany(store, 'problem', toTableProblems(sheet, problems, firstPlace));
}

/** The problems of a row must follow each other. */
export function* toTableProblems(
  sheet: string,
  problems: Iterable<StoredProblem>,
  firstPlace = 0,
): Generator<ProblemTable> {
  let [row, place] = [0, firstPlace];
  for (const problem of problems) {
    place = problem.row === row ? place + 1 : firstPlace;
    row = problem.row;
    const { kind, field, label, cell = null, value, message, remedy, suggestion = null } = problem;
    yield { sheet, row, place, kind, field, label, cell, value, message, remedy, suggestion };
  }
}

export const allProblemColumns = [
  'sheet',
  'row',
  'place',
  'kind',
  'field',
  'label',
  'cell',
  'value',
  'message',
  'remedy',
  'suggestion',
] as const satisfies readonly (keyof ProblemTable)[];

const isAssessed = `coalesce("row".status, '') IN (${toSqlTexts(assessedStatuses)})`;

/** Sorts status problems after value problems: a row has fewer inputs than this. */
const statusProblemOffset = 1_000;

/** A new problem with an input replaces all other problems with the same input in its row. Call this in a transaction. */
export async function replaceProblems(
  store: Store,
  sheet: string,
  {
    kinds,
    rows,
  }: { readonly kinds: readonly string[]; readonly rows: readonly number[] | undefined },
  problems: readonly StoredProblem[],
): Promise<void> {
  if (rows === undefined) {
    const all = store.db.deleteFrom('problem').where('sheet', '=', sheet);
    await all.where('kind', 'in', kinds).execute();
  } else {
    await forManyRows(
      store,
      'problem',
      rows.flatMap((row) => kinds.map((kind) => ({ sheet, row, kind }))),
      'DELETE FROM problem WHERE (sheet, row, kind) IN (SELECT sheet, row, kind FROM incoming)',
    );
  }
  await forManyRows(
    store,
    'problem',
    problems.filter(({ field }) => field !== '').map(({ row, field }) => ({ sheet, row, field })),
    'DELETE FROM problem WHERE (sheet, row, field) IN (SELECT sheet, row, field FROM incoming)',
  );
  await addProblems(store, sheet, problems, statusProblemOffset);
  await countProblemRows(store, sheet);
}

export async function countProblemRows({ db }: Store, sheet: string): Promise<void> {
  await db
    .updateTable('sheet')
    .set(({ selectFrom }) => ({
      problem_rows: selectFrom('problem')
        .select(({ fn }) => fn.count<number>('row').distinct().as('rows'))
        .where('sheet', '=', sheet)
        .where('kind', '<>', harmlessKind)
        .$asScalar()
        .$notNull(),
    }))
    .where('id', '=', sheet)
    .execute();
}

export function countProblems(
  { db }: Store,
  sheet: string,
): Promise<{ kind: string; rows: number }[]> {
  return db
    .selectFrom('problem')
    .select(({ fn }) => ['kind', fn.count<number>('row').distinct().as('rows')])
    .where('sheet', '=', sheet)
    .groupBy('kind')
    .orderBy('kind')
    .execute();
}

/** Is 1 or 0. A person must first decide whether a blocked row was assessed, so it cannot be ignored. */
export const canBeIgnored = sql<number>`CASE
  WHEN "row".status IN ('Invalid', 'Duplicate') AND "row".assessment_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM kept_assessment AS kept
      JOIN sheet ON sheet.id = kept.sheet AND sheet.worksheet = kept.worksheet
      WHERE kept.sheet = "row".sheet AND kept."row" = "row".number)
    AND NOT EXISTS (SELECT 1 FROM problem AS block
      WHERE block.sheet = "row".sheet AND block."row" = "row".number AND block.kind = 'blocked')
  THEN 1 ELSE 0 END`;

/** These problems depend on the value alone, and not on its row. */
const kindsOfValues = [
  'missing',
  'choice',
  'country',
  'date',
  'ambiguousDate',
  'number',
  'refused',
  'unusual',
] as const satisfies readonly ProblemKind[];

const correctableFields = Object.entries(assessmentFields).flatMap(([name, { kind }]) =>
  correctableKinds.has(kind) ? name : [],
);

/** Returns true for a problem that a correction for all rows can remove. */
export function isValueProblem({ kind, field }: Pick<StoredProblem, 'kind' | 'field'>): boolean {
  const kinds: readonly string[] = kindsOfValues;
  return kinds.includes(kind) && correctableFields.includes(field);
}

const sameProblem = `PARTITION BY kind, field, value, message, CASE
  WHEN kind IN (${toSqlTexts(kindsOfValues)}) AND field IN (${toSqlTexts(correctableFields)}) THEN 0
  ELSE "row" END`;

export async function readProblemPage(
  { db }: Store,
  sheet: string,
  { kind, like, after, limit }: ProblemQuery,
): Promise<{
  readonly problems: readonly ProblemOfRows[];
  readonly next: ProblemCursor | undefined;
}> {
  const found = await selectListed(db, sheet)
    .where(
      sql<boolean>`(first_row, first_place) =
        (${like?.row ?? sql.ref('problem.row')}, ${like?.place ?? sql.ref('place')})`,
    )
    .$if(kind !== undefined, (query) => query.where('problem.kind', '=', kind ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(problem.row, place) > (${after?.row}, ${after?.place})`),
    )
    .limit(limit + 1)
    .execute();
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    problems: found.slice(0, limit).map((problem) => {
      const { rows, first_row: first, second_row: second, third_row: third } = problem;
      const firstRows = [first, second, third].filter((number) => number !== null);
      return { ...toListed(problem), rows, firstRows };
    }),
    next: last === undefined ? undefined : { row: last.row, place: last.place },
  };
}

/** Uses a connection until the last problem. */
export async function* streamProblems({ db }: Store, sheet: string): AsyncGenerator<ListedProblem> {
  for await (const found of selectListed(db, sheet).stream(2_000)) yield toListed(found);
}

export type NamedValues = (field: string) => Pick<ValueEntry, 'namedValues'>;

export async function readNamedValues({ db }: Store, sheet: string): Promise<NamedValues> {
  const found = await db
    .selectFrom('problem')
    .select(['field', 'message'])
    .distinct()
    .where('sheet', '=', sheet)
    .where('kind', '=', 'refused')
    .where('field', 'in', openFields)
    .limit(maxRefusals)
    .execute();
  return (input) => {
    const messages = found.filter(({ field }) => field === input);
    const values = new Set(messages.flatMap(({ message }) => findNamedValues(message)));
    return values.size === 0 ? {} : { namedValues: [...values] };
  };
}

/** A usual sheet has fewer different refusals. */
const maxRefusals = 100;

function toSqlTexts(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(', ');
}

export interface RowsAlike {
  /** Rows that a correction for all rows changes. */
  readonly rows: number;
  /** Rows that may be assessed, which such a correction leaves out. */
  readonly assessed: number;
}

export async function countAlike(
  store: Store,
  sheet: string,
  problems: readonly Pick<StoredProblem, 'field' | 'value'>[],
): Promise<(problem: Pick<StoredProblem, 'field' | 'value'>) => RowsAlike> {
  const toValueKey = ({ field, value }: Pick<StoredProblem, 'field' | 'value'>) =>
    JSON.stringify([field, value]);
  const distinct = new Map(problems.map((problem) => [toValueKey(problem), problem]));
  const found = await forManyRows<'problem', Pick<StoredProblem, 'field' | 'value'> & RowsAlike>(
    store,
    'problem',
    [...distinct.values()].map(({ field, value }) => ({ sheet, field, value })),
    `SELECT incoming.field, incoming.value,
       count(DISTINCT problem.row) FILTER (WHERE NOT ${isAssessed}) AS rows,
       count(DISTINCT problem.row) FILTER (WHERE ${isAssessed}) AS assessed
     FROM incoming JOIN problem ON problem.sheet = incoming.sheet
       AND problem.field = incoming.field AND problem.value = incoming.value
     LEFT JOIN "row" ON "row".sheet = problem.sheet AND "row".number = problem.row
     GROUP BY incoming.field, incoming.value`,
  );
  const counts = new Map(found.map((count) => [toValueKey(count), count]));
  return (problem) => counts.get(toValueKey(problem)) ?? { rows: 0, assessed: 0 };
}

function selectListed(db: Store['db'], sheet: string) {
  // One window for all columns, because the database sorts the problems once for each window.
  const group = sql.raw(`OVER (${sameProblem} ORDER BY "row", place
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`);
  return db
    .selectFrom(({ selectFrom }) =>
      selectFrom('problem')
        .selectAll()
        .select([
          sql<number>`count(*) ${group}`.as('rows'),
          sql<number>`first_value("row") ${group}`.as('first_row'),
          sql<number>`first_value(place) ${group}`.as('first_place'),
          sql<number | null>`nth_value("row", 2) ${group}`.as('second_row'),
          sql<number | null>`nth_value("row", 3) ${group}`.as('third_row'),
        ])
        .where('sheet', '=', sheet)
        .as('problem'),
    )
    .leftJoin('row', (join) =>
      join.onRef('row.sheet', '=', 'problem.sheet').onRef('row.number', '=', 'problem.row'),
    )
    .selectAll('problem')
    .select(['row.employee_id', 'row.person_name', 'row.department', 'row.choices', 'row.key'])
    .select(canBeIgnored.as('can_be_ignored'))
    .orderBy('problem.row')
    .orderBy('problem.place');
}

type JoinedColumn = 'employee_id' | 'person_name' | 'department' | 'choices' | 'key';

function toListed(
  found: ProblemTable &
    Nullable<Pick<Selectable<RowTable>, JoinedColumn>> & { readonly can_be_ignored: number },
): ListedProblem {
  const { row, place, kind, field, label, value, message, remedy, cell, suggestion } = found;
  return {
    row,
    place,
    kind,
    field,
    label,
    value,
    message,
    remedy,
    employeeId: found.employee_id ?? '',
    context: readContext({
      person_name: found.person_name ?? '',
      department: found.department ?? '',
    }),
    choices: parseChoices(found.choices ?? ''),
    key: found.key ?? undefined,
    canBeIgnored: found.can_be_ignored === 1,
    cell: cell ?? undefined,
    suggestion: suggestion ?? undefined,
  };
}

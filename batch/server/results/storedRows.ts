import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import { z } from 'zod/v4';
import type { Row } from '../contract/shapes.js';
import type { KeptScores } from '../../engine/intake/keptScores.js';
import { type RowChoice, rowChoices } from '../../engine/run/settleRow.js';
import { forManyRows } from '../db/manyRows.js';
import type { RowTable } from '../db/schema.js';
import type { Store } from '../db/store.js';
import { latestDecisions } from '../decisions/decisionStore.js';
import { changeIn, type StoredRow } from './rowStore.js';
import { scoreColumns, scoresIn } from './scoreColumns.js';

const columns = [
  'sheet',
  'number',
  'employee_id',
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

const selected = `${columns.map((column) => `"row".${column}`).join(', ')},
  "row".instead <> '{}' AS is_corrected`;

/** The columns that {@link toRows} needs. */
export const shownColumns: RawBuilder<unknown> = sql.raw(selected);

/** A row of the table with the columns that are shown. */
export interface ShownLine extends Pick<Selectable<RowTable>, (typeof columns)[number]> {
  readonly is_corrected: SqlBool;
}

/** Converts rows of the table to rows as they go over the wire. */
export async function toRows(store: Store, found: readonly ShownLine[]): Promise<Row[]> {
  const assessed = found.flatMap(({ sheet, assessment_id: assessmentId }) =>
    assessmentId === null ? [] : [{ sheet, assessmentId }],
  );
  const decisions = (await latestDecisions(store, assessed)).values();
  return found.map((row) =>
    toRow(row, row.assessment_id === null ? undefined : decisions.next().value),
  );
}

function toRow(row: ShownLine, decision: Row['decision']): Row {
  const scores = scoresIn(row);
  const { assessment_id: assessmentId, redirect_url: redirectUrl, assessed_at: assessedAt } = row;
  const change = changeIn({ scores, previousOverall: row.previous_overall ?? undefined });
  return {
    row: row.number,
    employeeId: row.employee_id,
    purpose: row.purpose,
    destination: row.destination,
    status: row.status,
    message: row.message,
    isCorrected: Boolean(row.is_corrected),
    hidden: row.hidden === 1,
    ...(scores.overallTrip === undefined ? {} : { overall: scores.overallTrip }),
    scores: figures(scores),
    ...(scores.cumulativePeRiskLevel === undefined
      ? {}
      : { peLevel: scores.cumulativePeRiskLevel }),
    ...(change === undefined ? {} : { change }),
    ...(assessmentId === null ? {} : { assessmentId }),
    ...(redirectUrl === null ? {} : { redirectUrl }),
    ...(assessedAt === null ? {} : { assessedAt }),
    ...(decision === undefined ? {} : { decision }),
  };
}

/** Returns the scores that are numbers. */
export function figures({ cumulativePeRiskLevel: _, ...scores }: KeptScores): Row['scores'] {
  return scores as Row['scores'];
}

/** Returns rows by their numbers, in that order, for those who follow a sheet. */
export async function rowsByNumber(
  store: Store,
  sheet: string,
  numbers: readonly number[],
): Promise<Row[]> {
  const found = await forManyRows<'row', ShownLine>(
    store,
    'row',
    numbers.map((number) => ({ sheet, number })),
    `SELECT ${selected} FROM incoming
     JOIN "row" ON "row".sheet = incoming.sheet AND "row".number = incoming.number`,
  );
  const byNumber = new Map(found.map((row) => [row.number, row]));
  return toRows(
    store,
    numbers.flatMap((number) => byNumber.get(number) ?? []),
  );
}

/** Reads what a person can decide about a row, as the table has it. */
export function choicesIn(choices: string): RowChoice[] {
  return rowChoices.filter((choice) => choices.split(' ').includes(choice));
}

/** The inputs of a row, besides the columns that lists show. */
export type RowInputs = Required<Pick<StoredRow, 'key' | 'inputs' | 'instead' | 'choices'>>;

const inputColumns = ['key', 'inputs', 'instead', 'choices'] as const;

/** Returns rows with their inputs. They are read at once, so that no scores are shown beside other inputs. */
export async function rowsWithInputs(
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
    choices: choicesIn(choices),
  };
}

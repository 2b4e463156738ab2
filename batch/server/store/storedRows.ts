import { z } from 'zod/v4';
import type { Row } from '../api/shapes.js';
import type { KeptScores } from '../../engine/intake/keptScores.js';
import { type RowChoice, rowChoices } from '../../engine/run/settleRow.js';
import { latestDecisions } from './decisionStore.js';
import { getMany } from './many.js';
import { changeIn, type StoredRow } from './rowStore.js';
import { scoreColumns, scoresIn } from './scoreColumns.js';
import type { Store } from './store.js';

/** The columns that {@link rowsFrom} reads. */
export const rowColumns = `row.sheet, row.number, row.employee_id, row.purpose, row.destination,
  row.status, row.message, row.hidden, row.instead <> '{}' AS is_corrected,
  ${scoreColumns.map(({ column }) => `row.${column}`).join(', ')}, row.previous_overall, row.assessment_id, row.redirect_url, row.assessed_at`;

interface Columns {
  readonly sheet: string;
  readonly number: number;
  readonly employee_id: string;
  readonly purpose: string;
  readonly destination: string;
  readonly status: string;
  readonly message: string;
  readonly hidden: number;
  readonly is_corrected: number;
  readonly previous_overall: number | null;
  readonly assessment_id: string | null;
  readonly redirect_url: string | null;
  readonly assessed_at: string | null;
}

/** Makes of lines with these columns rows as they go over the wire. */
export function rowsFrom(store: Store, found: readonly Record<string, unknown>[]): Row[] {
  const assessed = found as unknown as readonly Columns[];
  const decisions = latestDecisions(
    store,
    assessed.flatMap(({ sheet, assessment_id: assessmentId }) =>
      assessmentId === null ? [] : [{ sheet, assessmentId }],
    ),
  ).values();
  return found.map((row) =>
    rowOf(row, row.assessment_id === null ? undefined : decisions.next().value),
  );
}

function rowOf(found: Record<string, unknown>, decision: Row['decision']): Row {
  // As the table declares them.
  const row = found as unknown as Columns;
  const scores = scoresIn(found);
  const { assessment_id: assessmentId, redirect_url: redirectUrl, assessed_at: assessedAt } = row;
  const change = changeIn({ scores, previousOverall: row.previous_overall ?? undefined });
  return {
    row: row.number,
    employeeId: row.employee_id,
    purpose: row.purpose,
    destination: row.destination,
    status: row.status,
    message: row.message,
    isCorrected: row.is_corrected === 1,
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

/** The scores without what is no number. */
export function figures({ cumulativePeRiskLevel: _, ...scores }: KeptScores): Row['scores'] {
  return scores as Row['scores'];
}

/** Rows by their numbers, for those who follow a sheet. */
export function rowsByNumber(store: Store, sheet: string, numbers: readonly number[]): Row[] {
  const found = getMany(
    store.db,
    `SELECT ${rowColumns} FROM row WHERE sheet = ? AND number = ?`,
    numbers.map((number) => [sheet, number]),
  );
  return rowsFrom(
    store,
    found.filter((one) => one !== undefined),
  );
}

/** What a person can say of a row, as the table has it. */
export function choicesIn(choices: string): RowChoice[] {
  return rowChoices.filter((choice) => choices.split(' ').includes(choice));
}

/** What was read of a row, besides what is shown in lists; undefined for a row that is not there. */
export function rowInputs(
  { db }: Store,
  sheet: string,
  number: number,
): Required<Pick<StoredRow, 'key' | 'inputs' | 'instead' | 'choices'>> | undefined {
  const found = db
    .prepare('SELECT key, inputs, instead, choices FROM row WHERE sheet = ? AND number = ?')
    .get(sheet, number);
  if (found === undefined) return undefined;
  const byField = z.record(z.string(), z.string());
  return {
    key: found.key as string,
    inputs: byField.parse(JSON.parse(found.inputs as string)),
    instead: byField.parse(JSON.parse(found.instead as string)),
    choices: choicesIn(found.choices as string),
  };
}

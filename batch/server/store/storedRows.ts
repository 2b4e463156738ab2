import { z } from 'zod/v4';
import type { Row } from '../api/shapes.js';
import { type KeptScores, keptScoresSchema } from '../../engine/intake/keptScores.js';
import { latestDecision } from './decisionStore.js';
import { changeIn, type StoredRow } from './rowStore.js';
import type { Store } from './store.js';

/** The columns that {@link rowOf} reads. */
export const rowColumns = `row.sheet, row.number, row.employee_id, row.purpose, row.destination,
  row.status, row.message, row.hidden, row.instead <> '{}' AS is_corrected, row.scores,
  row.previous_overall, row.assessment_id, row.redirect_url, row.assessed_at`;

const read = z.object({
  sheet: z.string(),
  number: z.number(),
  employee_id: z.string(),
  purpose: z.string(),
  destination: z.string(),
  status: z.string(),
  message: z.string(),
  hidden: z.number(),
  is_corrected: z.number(),
  scores: z.string(),
  previous_overall: z.number().nullable(),
  assessment_id: z.string().nullable(),
  redirect_url: z.string().nullable(),
  assessed_at: z.string().nullable(),
});

/** A row as it goes over the wire. */
export function rowOf(store: Store, columns: unknown): Row {
  const row = read.parse(columns);
  const scores = keptScoresSchema.parse(JSON.parse(row.scores));
  const { assessment_id: assessmentId, redirect_url: redirectUrl, assessed_at: assessedAt } = row;
  const change = changeIn({ scores, previousOverall: row.previous_overall ?? undefined });
  const decision =
    assessmentId === null ? undefined : latestDecision(store, row.sheet, assessmentId);
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
  const find = store.db.prepare(`SELECT ${rowColumns} FROM row WHERE sheet = ? AND number = ?`);
  return numbers.flatMap((number) => {
    const found = find.get(sheet, number);
    return found === undefined ? [] : rowOf(store, found);
  });
}

/** What was read of a row, besides what is shown in lists; undefined for a row that is not there. */
export function rowInputs(
  { db }: Store,
  sheet: string,
  number: number,
): Pick<StoredRow, 'key' | 'inputs' | 'instead'> | undefined {
  const found = db
    .prepare('SELECT key, inputs, instead FROM row WHERE sheet = ? AND number = ?')
    .get(sheet, number);
  if (found === undefined) return undefined;
  const byField = z.record(z.string(), z.string());
  return {
    key: found.key as string,
    inputs: byField.parse(JSON.parse(found.inputs as string)),
    instead: byField.parse(JSON.parse(found.instead as string)),
  };
}

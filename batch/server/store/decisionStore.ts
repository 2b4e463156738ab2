import type { DecisionStatus } from '../../../src/decision.js';
import type { Case, Row } from '../api/shapes.js';
import { wordsOf } from './dialects.js';
import { getMany, runMany } from './many.js';
import type { Store } from './store.js';

/** How far the recording of a decision is. */
export type DecisionState = 'sending' | 'recorded' | 'failed';

/** A decision that somebody has made here. */
export interface StoredDecision {
  readonly id: string;
  readonly sheet: string;
  readonly row: number;
  readonly assessmentId: string;
  readonly status: DecisionStatus;
  /** The Staff ID that the status needs, and the field that has it; empty for none. */
  readonly person: string;
  readonly personField: string;
  readonly note: string;
  /** Who made it here. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Adds decisions that are about to be sent. */
export function addDecisions({ db }: Store, decisions: readonly StoredDecision[]): void {
  runMany(
    db,
    `INSERT INTO decision
      (id, sheet, row, assessment_id, status, person, person_field, note, made_by, at, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'sending')`,
    decisions.map((one) => [
      ...[one.id, one.sheet, one.row, one.assessmentId, one.status, one.person],
      ...[one.personField, one.note, one.by, one.at],
    ]),
  );
}

/** Notes what became of a decision, and what the service said. */
export function endDecision(
  { db }: Store,
  id: string,
  state: Exclude<DecisionState, 'sending'>,
  said: string,
): void {
  db.prepare('UPDATE decision SET state = ?, said = ? WHERE id = ?').run(state, said, id);
  if (state !== 'recorded') return;
  db.prepare(
    `UPDATE row SET decision = d.status FROM decision AS d
     WHERE d.id = ? AND row.sheet = d.sheet AND row.assessment_id = d.assessment_id`,
  ).run(id);
}

/** Decisions whose recording a process that ended has not finished, the earliest first. */
export function unfinishedDecisions(store: Store): StoredDecision[] {
  return store.db
    .prepare(`SELECT * FROM decision WHERE state = 'sending' ORDER BY ${wordsOf(store).added}`)
    .all()
    .map((found) => ({
      id: found.id as string,
      sheet: found.sheet as string,
      row: found.row as number,
      assessmentId: found.assessment_id as string,
      status: found.status as DecisionStatus,
      person: found.person as string,
      personField: found.person_field as string,
      note: found.note as string,
      by: found.made_by as string,
      at: found.at as string,
    }));
}

/** True when another decision on the assessment was made after this one. */
export function hasLaterDecision(
  store: Store,
  { id, assessmentId }: Pick<StoredDecision, 'id' | 'assessmentId'>,
): boolean {
  const { added } = wordsOf(store);
  const found = store.db
    .prepare(
      `SELECT 1 FROM decision WHERE assessment_id = ?1
       AND ${added} > (SELECT ${added} FROM decision WHERE id = ?2)`,
    )
    .get(assessmentId, id);
  return found !== undefined;
}

/** The latest decision on each of these assessments in a sheet. */
export function latestDecisions(
  store: Store,
  assessments: readonly { readonly sheet: string; readonly assessmentId: string }[],
): Row['decision'][] {
  const found = getMany(
    store.db,
    `SELECT status, made_by, at, state, said FROM decision
     WHERE assessment_id = ? AND sheet = ? ORDER BY ${wordsOf(store).added} DESC LIMIT 1`,
    assessments.map(({ sheet, assessmentId }) => [assessmentId, sheet]),
  );
  return found.map((one) => (one === undefined ? undefined : decidedOf(one)));
}

/** All decisions on a row, the latest first. */
export function decisionsOn(store: Store, sheet: string, row: number): Case['decisions'] {
  return store.db
    .prepare(
      `SELECT status, made_by, at, state, said, person, note FROM decision
       WHERE sheet = ? AND row = ? ORDER BY ${wordsOf(store).added} DESC`,
    )
    .all(sheet, row)
    .map((found) => ({
      ...decidedOf(found),
      person: found.person as string,
      note: found.note as string,
    }));
}

function decidedOf(found: Record<string, unknown>): NonNullable<Row['decision']> {
  return {
    status: found.status as DecisionStatus,
    by: found.made_by as string,
    at: found.at as string,
    state: found.state as DecisionState,
    said: found.said as string,
  };
}

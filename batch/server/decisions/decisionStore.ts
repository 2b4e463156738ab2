import type { Selectable } from 'kysely';
import type { Case, Row } from '../contract/shapes.js';
import { forManyRows, inBlocks } from '../db/manyRows.js';
import type { DecisionTable } from '../db/schema.js';
import type { Store } from '../db/store.js';
import type { DecisionStatus } from '../../../src/decisionStatus.js';

/** The state of the recording of a decision. */
type DecisionState = DecisionTable['state'];

/** A decision that somebody has made here. */
export interface StoredDecision {
  readonly id: string;
  readonly sheet: string;
  readonly row: number;
  readonly assessmentId: string;
  readonly status: DecisionTable['status'];
  /** The Staff ID that the status needs, and the field that has it; empty for none. */
  readonly person: string;
  readonly personField: string;
  readonly note: string;
  /** The member who made it here. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Adds decisions that are about to be sent. */
export async function addDecisions(
  { db }: Store,
  decisions: readonly StoredDecision[],
): Promise<void> {
  for (const block of inBlocks(decisions)) {
    await db
      .insertInto('decision')
      .values(
        block.map((decision) => ({
          id: decision.id,
          sheet: decision.sheet,
          row: decision.row,
          assessment_id: decision.assessmentId,
          status: decision.status,
          person: decision.person,
          person_field: decision.personField,
          note: decision.note,
          made_by: decision.by,
          at: decision.at,
          state: 'sending',
        })),
      )
      .execute();
  }
}

/** The outcome of a decision; `said` is the answer of the service. */
export interface EndedDecision {
  readonly id: string;
  readonly state: Exclude<DecisionState, 'sending'>;
  readonly said: string;
}

/** Records the outcomes of decisions. Call it in a transaction. */
export async function endDecisions(store: Store, ended: readonly EndedDecision[]): Promise<void> {
  await forManyRows(
    store,
    'decision',
    ended.map(({ id, state, said }) => ({ id, state, said })),
    `UPDATE decision SET state = incoming.state, said = incoming.said
     FROM incoming WHERE decision.id = incoming.id`,
  );
  await forManyRows(
    store,
    'decision',
    ended.filter(({ state }) => state === 'recorded').map(({ id }) => ({ id })),
    `UPDATE "row" SET decision = made.status
     FROM (SELECT sheet, assessment_id, status FROM decision WHERE id IN (SELECT id FROM incoming)) AS made
     WHERE "row".sheet = made.sheet AND "row".assessment_id = made.assessment_id`,
  );
}

/** Returns the decisions that a process which ended was sending, the earliest first. */
export function unfinishedDecisions({ db }: Store): Promise<StoredDecision[]> {
  return db
    .selectFrom('decision')
    .select(['id', 'sheet', 'row', 'assessment_id as assessmentId', 'status', 'person'])
    .select(['person_field as personField', 'note', 'made_by as by', 'at'])
    .where('state', '=', 'sending')
    .orderBy('seq')
    .execute();
}

/** Returns the ids of those of these decisions after which another one on the same assessment was made. */
export async function outdatedDecisions(
  store: Store,
  decisions: readonly Pick<StoredDecision, 'id'>[],
): Promise<ReadonlySet<string>> {
  const found = await forManyRows<'decision', Pick<StoredDecision, 'id'>>(
    store,
    'decision',
    decisions.map(({ id }) => ({ id })),
    `SELECT incoming.id FROM incoming JOIN decision AS made ON made.id = incoming.id
     WHERE EXISTS (SELECT 1 FROM decision AS later
       WHERE later.assessment_id = made.assessment_id AND later.seq > made.seq
         AND later.state <> 'failed')`,
  );
  return new Set(found.map(({ id }) => id));
}

/** The decisions of an assessment that lists show. */
type ShownDecisions = Pick<Row, 'decision' | 'unrecorded'>;

/**
 * Returns the latest recorded decision on each of these assessments in a sheet, and a later one that is not recorded.
 */
export async function latestDecisions(
  { db }: Store,
  assessments: readonly { readonly sheet: string; readonly assessmentId: string }[],
): Promise<ShownDecisions[]> {
  const latest = new Map<string, ShownDecisions>();
  const decisionKey = (sheet: string, assessmentId: string) => `${sheet} ${assessmentId}`;
  for (const block of inBlocks(new Set(assessments.map((one) => one.assessmentId)))) {
    const found = await db
      .selectFrom('decision')
      .select(['sheet', 'assessment_id', ...shown])
      .where('assessment_id', 'in', block)
      .orderBy('seq')
      .execute();
    for (const one of found) {
      const key = decisionKey(one.sheet, one.assessment_id);
      latest.set(key, { ...latest.get(key), ...toShown(one) });
    }
  }
  return assessments.map(
    ({ sheet, assessmentId }) => latest.get(decisionKey(sheet, assessmentId)) ?? {},
  );
}

/** Returns all decisions on a row, the latest first. */
export async function decisionsOn(
  { db }: Store,
  sheet: string,
  row: number,
): Promise<Case['decisions']> {
  const found = await db
    .selectFrom('decision')
    .select([...shown, 'person', 'note'])
    .where('sheet', '=', sheet)
    .where('row', '=', row)
    .orderBy('seq', 'desc')
    .execute();
  return found.map(({ made_by: by, ...one }) => ({ ...one, by }));
}

const shown = ['status', 'made_by', 'at', 'state', 'said'] as const;

function toShown({
  status,
  made_by: by,
  at,
  state,
  said,
}: Pick<Selectable<DecisionTable>, (typeof shown)[number]>): ShownDecisions {
  const made = { status, by, at };
  if (state === 'recorded') return { decision: made, unrecorded: undefined };
  return { unrecorded: { ...made, state, said } };
}

/** Returns the decision that the service has recorded last for each of these assessments that has one. */
export async function latestRecorded(
  { db }: Store,
  assessments: readonly string[],
): Promise<ReadonlyMap<string, DecisionStatus>> {
  const latest = new Map<string, DecisionStatus>();
  for (const block of inBlocks(assessments)) {
    const found = await db
      .selectFrom('decision')
      .select(['assessment_id', 'status'])
      .where('assessment_id', 'in', block)
      .where('state', '=', 'recorded')
      .orderBy('seq')
      .execute();
    for (const { assessment_id: id, status } of found) latest.set(id, status);
  }
  return latest;
}

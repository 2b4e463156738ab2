import { type Selectable, sql } from 'kysely';
import { groupBy } from '../../engine/plainData.js';
import type { DetailedRow, Row } from '../contract/shapes.js';
import { getDatabaseTime } from '../db/dialect.js';
import { forManyRows, splitIntoBlocks } from '../db/manyRows.js';
import type { DecisionTable, RowTable } from '../db/schema.js';
import type { Store } from '../db/store.js';
import type { DecisionStatus } from '../../../src/decisionStatus.js';

type DecisionState = DecisionTable['state'];

export interface StoredDecision {
  readonly id: string;
  readonly sheet: string;
  readonly row: number;
  readonly assessmentId: string;
  readonly status: DecisionTable['status'];
  /** A Staff ID and its field. Both are empty if the status needs none. */
  readonly person: string;
  readonly personField: string;
  readonly note: string;
  readonly by: string;
  /** ISO 8601 */
  readonly at: string;
}

export async function addDecisions(
  { db }: Store,
  decisions: readonly StoredDecision[],
): Promise<void> {
  for (const block of splitIntoBlocks(decisions)) {
    await db
      .insertInto('decision')
      .values(
        block.map((decision) => ({
          employee_id: sql<string>`coalesce((SELECT employee_id FROM "row"
            WHERE sheet = ${decision.sheet} AND number = ${decision.row}), '')`,
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

/** `message` is the reason if the decision was not recorded. */
export interface EndedDecision {
  readonly id: string;
  readonly state: Exclude<DecisionState, 'sending'>;
  readonly message: string;
}

/** Call this in a transaction. */
export async function endDecisions(store: Store, ended: readonly EndedDecision[]): Promise<void> {
  await forManyRows(
    store,
    'decision',
    ended.map(({ id, state, message }) => ({ id, state, message })),
    `UPDATE decision SET state = incoming.state, message = incoming.message
     FROM incoming WHERE decision.id = incoming.id`,
  );
  await forManyRows(
    store,
    'decision',
    ended.filter(({ state }) => state === 'recorded').map(({ id }) => ({ id })),
    `UPDATE "row" SET decision = made.status
     FROM (SELECT assessment_id, status FROM decision WHERE id IN (SELECT id FROM incoming)) AS made
     WHERE "row".assessment_id = made.assessment_id`,
  );
}

export function listUnfinishedDecisions(store: Store, ageMs = 0): Promise<StoredDecision[]> {
  return store.db
    .selectFrom('decision')
    .select(['id', 'sheet', 'row', 'assessment_id as assessmentId', 'status', 'person'])
    .select(['person_field as personField', 'note', 'made_by as by', 'at'])
    .where('state', '=', 'sending')
    .where('stored_at', '<=', sql<number>`${getDatabaseTime(store)} - ${ageMs}`)
    .orderBy('seq')
    .execute();
}

/**
 * Gives the decisions of a sheet to other sheets that show the same assessments, so that they stay there when the sheet
 * is deleted. A decision that is being sent ends there, too. Call this in a transaction.
 */
export async function handOverDecisions({ db }: Store, sheet: string): Promise<void> {
  for (const { table, number } of [
    { table: 'row', number: 'number' },
    { table: 'past_assessment', number: 'row' },
  ]) {
    await sql`
      UPDATE decision SET sheet = other.sheet, "row" = other.${sql.ref(number)}
      FROM ${sql.table(table)} AS other
      WHERE decision.sheet = ${sheet} AND other.sheet <> ${sheet}
        AND other.assessment_id = decision.assessment_id`.execute(db);
  }
  // The retention time of the other sheet may be over.
  await db
    .updateTable('decision')
    .set({ note: '' })
    .where('note', '<>', '')
    .where('sheet', 'in', (query) =>
      query.selectFrom('sheet').select('id').where('deleted_data_at', 'is not', null),
    )
    .execute();
}

/** A decision is outdated if a later one on the same assessment has not failed. */
export async function findOutdatedDecisions(
  store: Store,
  decisions: readonly Pick<StoredDecision, 'id'>[],
): Promise<ReadonlySet<string>> {
  const found = await selectWithAnother(
    store,
    decisions,
    `another.seq > made.seq AND another.state <> 'failed'`,
  );
  return new Set(found.map(({ id }) => id));
}

/** Returns true while another sheet is sending an earlier decision on the same assessment. */
export async function isSentElsewhere(
  store: Store,
  decisions: readonly Pick<StoredDecision, 'id'>[],
): Promise<boolean> {
  const found = await selectWithAnother(
    store,
    decisions,
    `another.seq < made.seq AND another.sheet <> made.sheet AND another.state = 'sending'`,
  );
  return found.length > 0;
}

/** `condition` compares a given decision (`made`) with `another` on the same assessment. */
function selectWithAnother(
  store: Store,
  decisions: readonly Pick<StoredDecision, 'id'>[],
  condition: string,
): Promise<Pick<StoredDecision, 'id'>[]> {
  return forManyRows<'decision', Pick<StoredDecision, 'id'>>(
    store,
    'decision',
    decisions.map(({ id }) => ({ id })),
    `SELECT incoming.id FROM incoming JOIN decision AS made ON made.id = incoming.id
     WHERE EXISTS (SELECT 1 FROM decision AS another
       WHERE another.assessment_id = made.assessment_id AND ${condition})`,
  );
}

interface DecidedRow extends Pick<Selectable<RowTable>, 'sheet' | 'number' | 'employee_id'> {
  readonly assessment_id: string | null;
}

export type ShownDecisions = Pick<Row, 'decision' | 'unrecorded' | 'earlierDecision'>;

/**
 * Returns for each row the latest recorded decision on its assessment, made in any sheet, and a later decision that is
 * not recorded. If no decision is recorded, also returns the latest recorded decision on an earlier assessment of the
 * row.
 */
export async function readLatestDecisions(
  store: Store,
  rows: readonly DecidedRow[],
): Promise<ShownDecisions[]> {
  const shown: ShownDecisions[] = [];
  for (const block of splitIntoBlocks(rows)) shown.push(...(await readLatestInBlock(store, block)));
  return shown;
}

async function readLatestInBlock(
  store: Store,
  rows: readonly DecidedRow[],
): Promise<ShownDecisions[]> {
  const sheets = [...new Set(rows.map(({ sheet }) => sheet))];
  const numbers = rows.map(({ number }) => number);
  const [rounds, onRows] = await Promise.all([
    readRounds(store, sheets, numbers),
    selectDecisions(store).where('sheet', 'in', sheets).where('row', 'in', numbers).execute(),
  ]);
  const current = rows.flatMap(({ assessment_id: id }) => id ?? []);
  const assessmentIds = new Set([
    ...current,
    ...[...rounds.values()].flatMap((roundById) => [...roundById.keys()]),
  ]);
  const byAssessment = new Map<string, FoundDecision[]>();
  for (const ids of splitIntoBlocks(assessmentIds)) {
    const found = await selectDecisions(store).where('assessment_id', 'in', ids).execute();
    for (const [id, made] of groupBy(found, (decision) => decision.assessment_id)) {
      byAssessment.set(id, made);
    }
  }
  const byRow = groupBy(onRows, ({ sheet, row }) => toRowKey(sheet, row));

  return rows.map(({ sheet, number, employee_id: employeeId, assessment_id: id }) => {
    const shown: ShownDecisions = {};
    for (const decision of byAssessment.get(id ?? '') ?? []) {
      if (!isOfOtherEmployee(decision, employeeId)) Object.assign(shown, toShown(decision));
    }
    if (shown.decision !== undefined) return shown;
    const rowKey = toRowKey(sheet, number);
    const past = rounds.get(rowKey) ?? new Map<string, number>();
    const earlier = [
      ...(byRow.get(rowKey) ?? []),
      ...[...past.keys()].flatMap((pastId) => byAssessment.get(pastId) ?? []),
    ].filter((decision) => {
      const isEarlier = decision.assessment_id !== id && decision.state === 'recorded';
      return isEarlier && decision.employee_id === employeeId;
    });
    const [last] = earlier.toSorted((a, b) => b.seq - a.seq);
    if (last === undefined) return shown;
    const { status, made_by: by, at } = last;
    const earlierDecision = { status, by, at, ...toRound(past.get(last.assessment_id)) };
    return { ...shown, earlierDecision };
  });
}

/** Lists the latest first. On the current assessment, the row or the decision may have no Employee ID. */
export async function listDecisions(
  store: Store,
  sheet: string,
  { row, employeeId, assessmentId = '' }: Pick<Row, 'row' | 'employeeId' | 'assessmentId'>,
): Promise<DetailedRow['decisions']> {
  const rounds = await readRounds(store, [sheet], [row]);
  const past = rounds.get(toRowKey(sheet, row)) ?? new Map<string, number>();
  const found = await selectDecisions(store)
    .where(({ and, eb, or }) => {
      const isOnRow = and([eb('sheet', '=', sheet), eb('row', '=', row)]);
      const isOnRowOrPast =
        past.size === 0 ? isOnRow : or([isOnRow, eb('assessment_id', 'in', [...past.keys()])]);
      const isOfEmployee = and([eb('employee_id', '=', employeeId), isOnRowOrPast]);
      return or([isOfEmployee, eb('assessment_id', '=', assessmentId)]);
    })
    .execute();
  return found
    .filter((decision) => !isOfOtherEmployee(decision, employeeId))
    .toReversed()
    .map(({ status, made_by: by, at, state, message, person, note, assessment_id: id }) => {
      const isEarlier = id !== assessmentId;
      return { status, by, at, state, message, person, note, isEarlier, ...toRound(past.get(id)) };
    });
}

type FoundDecision = Selectable<DecisionTable>;

/**
 * A row shows the assessment of another employee if its Employee ID was changed. Not all rows have an Employee ID, and
 * a decision has none if its row was deleted.
 */
function isOfOtherEmployee({ employee_id: decided }: FoundDecision, employeeId: string): boolean {
  return decided !== '' && employeeId !== '' && decided !== employeeId;
}

function selectDecisions({ db }: Store) {
  return db.selectFrom('decision').selectAll().orderBy('seq');
}

/** Maps each row that was assessed more than once to its rounds by Assessment ID. */
async function readRounds(
  { db }: Store,
  sheets: readonly string[],
  numbers: readonly number[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const found = await db
    .selectFrom('past_assessment')
    .select(['sheet', 'row', 'assessment_id', 'round'])
    .where('sheet', 'in', sheets)
    .where('row', 'in', numbers)
    .execute();
  const byRow = groupBy(found, ({ sheet, row }) => toRowKey(sheet, row));
  return new Map(
    [...byRow].map(([rowKey, past]) => [
      rowKey,
      new Map(past.map(({ assessment_id: id, round }) => [id, round])),
    ]),
  );
}

function toRowKey(sheet: string, row: number): string {
  return `${sheet} ${row}`;
}

function toRound(round: number | undefined): { round?: number } {
  return round === undefined ? {} : { round };
}

function toShown({ status, made_by: by, at, state, message, note }: FoundDecision): ShownDecisions {
  const made = { status, by, at };
  if (state === 'recorded') return { decision: { ...made, note }, unrecorded: undefined };
  return { unrecorded: { ...made, state, message } };
}

export async function readDecidedRows({ db }: Store, sheet: string): Promise<ReadonlySet<number>> {
  const found = await db
    .selectFrom('row')
    .select('number')
    .where('sheet', '=', sheet)
    .where('decision', 'is not', null)
    .where('decision', '!=', 'Pending')
    .execute();
  return new Set(found.map(({ number }) => number));
}

export async function readLatestRecorded(
  { db }: Store,
  assessments: readonly string[],
): Promise<ReadonlyMap<string, DecisionStatus>> {
  const latest = new Map<string, DecisionStatus>();
  for (const block of splitIntoBlocks(assessments)) {
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

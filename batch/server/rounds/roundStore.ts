import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { factSchema } from '../../engine/journal/facts.js';
import { type Round as JournalRound, applyToRounds } from '../../engine/journal/rounds.js';
import { roundScore } from '../../engine/report/risks.js';
import { type Round, round as roundSchema } from '../contract/shapes.js';
import { indexedBy } from '../db/dialect.js';
import { splitIntoBlocks } from '../db/manyRows.js';
import type { Store } from '../db/store.js';
import { readRoundLines } from '../journal/journalLines.js';
import { lastSortValue } from '../results/rowStore.js';

const maxChanges = 50;

/** Lists the latest round first. */
export async function listRounds({ db }: Store, sheet: string): Promise<Round[]> {
  const found = await db
    .selectFrom('round')
    .selectAll()
    .where('sheet', '=', sheet)
    .orderBy('number', 'desc')
    .execute();
  return found.map(({ started_at, ended_at, started_by, name, changes, ...round }) => ({
    number: round.number,
    ...(name === null ? {} : { name }),
    startedAt: started_at,
    ...(ended_at === null ? {} : { endedAt: ended_at }),
    startedBy: started_by,
    assessed: round.assessed,
    risen: round.risen,
    fallen: round.fallen,
    same: round.same,
    changes: roundSchema.shape.changes.parse(JSON.parse(changes)),
  }));
}

export async function addNames(
  { db }: Store,
  sheet: string,
  rounds: readonly Round[],
): Promise<readonly Round[]> {
  const numbers = new Set(rounds.flatMap(({ changes }) => changes.map(({ row }) => row)));
  const rows = new Map<number, { employee_id: string; person_name: string }>();
  for (const block of splitIntoBlocks(numbers)) {
    const found = await db
      .selectFrom('row')
      .select(['number', 'employee_id', 'person_name'])
      .where('sheet', '=', sheet)
      .where('number', 'in', block)
      .where('person_name', '<>', '')
      .execute();
    for (const row of found) rows.set(row.number, row);
  }
  return rounds.map((round) => ({
    ...round,
    changes: round.changes.map((change) => {
      const row = rows.get(change.row);
      const isSame = row?.employee_id === change.employeeId;
      return isSame ? { ...change, name: row.person_name } : change;
    }),
  }));
}

/** Call this when a run has ended. */
export async function recordRound(store: Store, sheet: string): Promise<void> {
  const round = await computeLatestRound(store, sheet);
  if (round === undefined) return;
  const values = {
    name: round.name ?? null,
    started_at: round.startedAt,
    ended_at: round.endedAt ?? null,
    started_by: round.startedBy,
    assessed: round.assessed,
    risen: round.risen,
    fallen: round.fallen,
    same: round.same,
    changes: JSON.stringify(round.changes),
  };
  await store.db
    .insertInto('round')
    .values({ sheet, number: round.number, ...values })
    .onConflict((conflict) => conflict.columns(['sheet', 'number']).doUpdateSet(values))
    .execute();
}

/** Changes are differences between rounded scores. Round 1 contains the first assessments. */
export async function computeLatestRound(store: Store, sheet: string): Promise<Round | undefined> {
  const latest =
    (await readJournalRounds(store, sheet)).at(-1) ?? (await readFirstRound(store, sheet));
  if (latest === undefined) return undefined;
  const { number, name, begunAt: startedAt, endedAt } = latest;
  const starter = await store.db
    .selectFrom('run')
    .select('started_by')
    .where('sheet', '=', sheet)
    .where('started_at', '<=', startedAt)
    .where('operation', '=', number === 1 ? 'assess' : 'reassess')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const counts = await countChanges(store, sheet, latest);
  return {
    number,
    startedAt,
    ...(name === undefined ? {} : { name }),
    ...(endedAt === undefined ? {} : { endedAt }),
    startedBy: starter?.started_by ?? '',
    ...counts,
    changes: await listChanges(store, sheet, latest),
  };
}

async function countChanges(
  store: Store,
  sheet: string,
  round: JournalRound,
): Promise<Pick<Round, 'assessed' | 'risen' | 'fallen' | 'same'>> {
  const { rows } = await sql<Pick<Round, 'assessed' | 'risen' | 'fallen' | 'same'>>`
    SELECT count(*) AS assessed,
      count(CASE WHEN change_sort < 0 THEN 1 END) AS risen,
      count(CASE WHEN change_sort > 0 AND change_sort < ${withoutChange} THEN 1 END) AS fallen,
      count(CASE WHEN change_sort = 0 THEN 1 END) AS same
    FROM row ${indexedBy(store, 'row_by_change')}
    WHERE ${isInRound(sheet, round)}`.execute(store.db);
  return rows[0] ?? { assessed: 0, risen: 0, fallen: 0, same: 0 };
}

const withoutChange = sql.lit(lastSortValue);

/** Unfinished rows still have the scores of an earlier round. */
function isInRound(sheet: string, { number, begunAt }: JournalRound): RawBuilder<SqlBool> {
  const hadScores =
    number === 1 ? sql`` : sql`AND (previous_overall IS NOT NULL OR previous_at IS NOT NULL)`;
  return sql<SqlBool>`sheet = ${sheet} AND status = 'Scored'
    AND coalesce(assessed_at, ${begunAt}) >= ${begunAt} ${hadScores}`;
}

const greatestFirst = sql`change_sort > 0, abs(change_sort) DESC, risk_sort, number`;

interface ChangedRow {
  readonly number: number;
  readonly employee_id: string;
  readonly destination: string;
  readonly previous_overall: number;
  readonly change_sort: number;
  readonly risk_sort: number;
}

/** Lists the rises before the falls. In both groups, the greatest change is first. */
async function listChanges(
  store: Store,
  sheet: string,
  round: JournalRound,
): Promise<Round['changes']> {
  const { rows } = await sql<ChangedRow>`
    SELECT number, employee_id, destination, previous_overall, change_sort, risk_sort
    FROM row WHERE sheet = ${sheet} AND number IN (
      SELECT number FROM row ${indexedBy(store, 'row_by_change')}
      WHERE ${isInRound(sheet, round)} AND change_sort <> 0 AND change_sort < ${withoutChange}
      ORDER BY ${greatestFirst} LIMIT ${sql.lit(maxChanges)}
    ) ORDER BY ${greatestFirst}`.execute(store.db);
  return rows.map((row) => ({
    row: row.number,
    employeeId: row.employee_id,
    destination: row.destination,
    before: roundScore(row.previous_overall),
    now: -row.risk_sort,
    by: -row.change_sort,
  }));
}

async function readJournalRounds(store: Store, sheet: string): Promise<readonly JournalRound[]> {
  const rounds: JournalRound[] = [];
  for (const line of await readRoundLines(store, sheet)) {
    const { data } = factSchema.safeParse(JSON.parse(line));
    if (data?.fact === 'round' || data?.fact === 'round_ended')
      applyToRounds(rounds, data, new Map());
  }
  return rounds;
}

/**
 * Round 1 lasts from the first to the last run that assesses new rows. It has no end while such a run is unfinished.
 */
async function readFirstRound({ db }: Store, sheet: string): Promise<JournalRound | undefined> {
  const found = await db
    .selectFrom('run')
    .select(({ fn }) => [
      sql<string | null>`min(started_at)`.as('begun'),
      sql<string | null>`max(ended_at)`.as('ended'),
      fn.countAll<number>().as('runs'),
      fn.count<number>('ended_at').as('over'),
    ])
    .where('sheet', '=', sheet)
    .where('operation', '=', 'assess')
    .executeTakeFirstOrThrow();
  const { begun, ended, runs, over } = found;
  if (begun === null) return undefined;
  return {
    number: 1,
    begunAt: begun,
    ...(runs === over && ended !== null ? { endedAt: ended } : {}),
  };
}

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod/v4';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { working } from '../runs/latestRun.js';
import { namedSetting, setNamedSetting } from '../settings/namedSetting.js';

const recordGapSchema = z.object({
  /** The last time that the backup is known to contain (ISO 8601); null where it contains none. */
  since: z.string().nullable(),
  /** When the restore was noticed (ISO 8601). */
  noticedAt: z.string(),
});

/** A time whose sent rows are missing in the store, as it was restored from a backup. */
export type RecordGap = Readonly<z.infer<typeof recordGapSchema>>;

/** Names the invitations and removals, which belong to no sheet. */
export const people = 'people';

const gapName = 'record_gap';
const checkedName = 'checked_gap:';
const endName = 'gap_end';

const pausedRun =
  'This server was restored from a backup. The notice on the page of the sheet says what to check before you press "Resume".';
const failedDecision =
  'This server was restored from a backup while it was sent. Look in the service what is recorded, and decide again.';

/**
 * A condition: nobody has checked the sheet with this id since the restore, nor confirmed before its upload that new
 * sheets need no check. Settings are stored as JSON, so times have quotes.
 */
export function isUnchecked(sheet: Expression<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (
    SELECT 1 FROM setting AS gap WHERE gap.name = ${sql.lit(gapName)} AND NOT EXISTS (
      SELECT 1 FROM setting AS checked
      WHERE checked.name = ${sql.lit(checkedName)} || ${sheet} AND checked.value = gap.value
    ) AND NOT EXISTS (
      SELECT 1 FROM setting AS ended JOIN sheet AS later ON later.id = ${sheet}
      WHERE ended.name = ${sql.lit(endName)} AND '"' || later.uploaded_at || '"' > ended.value
    )
  )`;
}

/** Returns the time that is missing after a restore, whatever was checked since. */
export async function recordGap(store: Pick<Store, 'db'>): Promise<RecordGap | undefined> {
  return recordGapSchema.optional().parse(await namedSetting(store, gapName));
}

/** Returns the unchecked gap of a sheet, or of {@link people}; undefined if there is nothing to check. */
export async function uncheckedGap(
  { db }: Pick<Store, 'db'>,
  owner: string,
): Promise<RecordGap | undefined> {
  const found = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', gapName)
    .where(isUnchecked(sql`CAST(${owner} AS TEXT)`))
    .executeTakeFirst();
  return found && recordGapSchema.parse(JSON.parse(found.value));
}

/** Records that a person has checked the service for a sheet, or for {@link people}. */
export async function markChecked(
  store: Pick<Store, 'db'>,
  owner: string,
  gap: RecordGap,
): Promise<void> {
  await setNamedSetting(store, `${checkedName}${owner}`, gap);
}

/**
 * Returns true for a sheet that was uploaded after the restore, while each such sheet waits for a check: any file may
 * contain rows that were sent in the time that is missing.
 */
export async function isNewSheet(
  store: Pick<Store, 'db'>,
  sheet: string,
  { noticedAt }: RecordGap,
): Promise<boolean> {
  if ((await namedSetting(store, endName)) !== undefined) return false;
  const later = await store.db
    .selectFrom('sheet')
    .select('id')
    .where('id', '=', sheet)
    .where('uploaded_at', '>', noticedAt)
    .executeTakeFirst();
  return later !== undefined;
}

/** Records that a person has confirmed that sheets which are uploaded after this time need no check. */
export async function endGapForNewSheets(store: Pick<Store, 'db'>, at: string): Promise<void> {
  await setNamedSetting(store, endName, at);
}

/**
 * Holds everything that a restored store could send a second time until a person has checked the service: each sheet,
 * also one that is uploaded later, and invitations. Runs are paused, and decisions that were being sent have failed.
 */
export async function holdAfterRestore(
  store: Store,
  { since: lastKnown, noticedAt }: RecordGap,
): Promise<void> {
  await inTransaction(store, async (tx) => {
    const { db } = tx;
    const before = await recordGap(tx);
    // An earlier restore may still be unchecked, so its time counts too.
    const since = before === undefined ? lastKnown : earlier(before.since, lastKnown);
    await setNamedSetting(tx, gapName, { since, noticedAt });
    await db.deleteFrom('setting').where('name', '=', endName).execute();
    await db
      .updateTable('sheet')
      .set({ stage: 'paused' })
      .where('id', 'in', (query) =>
        query.selectFrom('run').select('sheet').where('state', 'in', working),
      )
      .execute();
    await db
      .updateTable('run')
      .set({ state: 'paused', remaining_ms: null, said: JSON.stringify([pausedRun]) })
      .where('state', 'in', working)
      .execute();
    await db
      .updateTable('decision')
      .set({ state: 'failed', said: failedDecision })
      .where('state', '=', 'sending')
      .execute();
    const known =
      since === null ? 'It does not say of when' : `It contains what was sent until ${since}`;
    const action = `noticed that its record was restored from a backup. ${known}. Every sheet waits until somebody has checked the service`;
    await db.insertInto('log').values({ at: noticedAt, who: 'The server', action }).execute();
  });
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null;
  return one < other ? one : other;
}

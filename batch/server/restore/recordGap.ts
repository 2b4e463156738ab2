import type { TFunction } from 'i18next';
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { z } from 'zod/v4';
import { LogStore } from '../access/logStore.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { activeStates } from '../runs/latestRun.js';
import { readNamedSetting, setNamedSetting } from '../settings/settingStore.js';
import { RefusalError } from '../refusalError.js';
import { type Language, languages } from '../contract/languages.js';
import type { RestoreHold } from '../contract/shapes.js';
import { formatUtcMinute } from '../../../src/formatUtcMinute.js';
import { readSheetLanguage } from '../sheets/sheetWords.js';
import { translateRefusals } from '../words/language/language.js';
import { wordsIn } from '../words/wording.js';

const recordGapSchema = z.object({
  /** Requests may be missing from this time on (ISO 8601); null if it is unknown. */
  since: z.string().nullable(),
  /** ISO 8601 */
  noticedAt: z.string(),
});

/** Requests of this period are missing in the store, because it was restored from a backup. */
export type RecordGap = Readonly<z.infer<typeof recordGapSchema>>;

/** The owner of the invitations, which belong to no sheet. */
export const peopleOwner = 'people';

const gapSetting = 'record_gap';
const checkedSettingPrefix = 'checked_gap:';
const gapEndSetting = 'gap_end';

/**
 * Is false for a sheet that was uploaded after the confirmation that new sheets need no check. Settings are JSON, so
 * the stored times have quotes.
 */
export function isUnchecked(sheet: Expression<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (
    SELECT 1 FROM setting AS gap WHERE gap.name = ${sql.lit(gapSetting)} AND NOT EXISTS (
      SELECT 1 FROM setting AS checked
      WHERE checked.name = ${sql.lit(checkedSettingPrefix)} || ${sheet} AND checked.value = gap.value
    ) AND NOT EXISTS (
      SELECT 1 FROM setting AS ended JOIN sheet AS later ON later.id = ${sheet}
      WHERE ended.name = ${sql.lit(gapEndSetting)} AND '"' || later.uploaded_at || '"' > ended.value
    )
  )`;
}

/** Returns the gap of the latest restore, even if everything was checked since. */
async function readRecordGap(store: Pick<Store, 'db'>): Promise<RecordGap | undefined> {
  return recordGapSchema.optional().parse(await readNamedSetting(store, gapSetting));
}

/** `owner` is a sheet, or {@link peopleOwner}. */
export async function findUncheckedGap(
  { db }: Pick<Store, 'db'>,
  owner: string,
): Promise<RecordGap | undefined> {
  const found = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', gapSetting)
    .where(isUnchecked(sql`CAST(${owner} AS TEXT)`))
    .executeTakeFirst();
  return found && recordGapSchema.parse(JSON.parse(found.value));
}

export async function countUncheckedSheets({ db }: Pick<Store, 'db'>): Promise<number> {
  const { sheets } = await db
    .selectFrom('sheet')
    .select(({ fn }) => fn.countAll<number>().as('sheets'))
    .where('deleted_at', 'is', null)
    .where(isUnchecked(sql.ref('sheet.id')))
    .executeTakeFirstOrThrow();
  return sheets;
}

export async function markChecked(
  store: Pick<Store, 'db'>,
  owner: string,
  gap: RecordGap,
): Promise<void> {
  await setNamedSetting(store, `${checkedSettingPrefix}${owner}`, gap);
}

/**
 * `withoutFile`: its data was deleted after the retention time. `new`: it was uploaded after the restore, and any such
 * file may contain rows that were sent in the missing period, until an administrator confirms that new sheets need no
 * check. `earlier`: any other sheet.
 */
export type UncheckedKind = 'earlier' | 'new' | 'withoutFile';

export function toUncheckedKind(
  sheet: { readonly uploadedAt: string; readonly deletedDataAt: string | null },
  { noticedAt }: RecordGap,
  isGapEnded: boolean,
): UncheckedKind {
  if (sheet.deletedDataAt !== null) return 'withoutFile';
  return !isGapEnded && sheet.uploadedAt > noticedAt ? 'new' : 'earlier';
}

async function readUncheckedKind(
  store: Pick<Store, 'db'>,
  id: string,
  gap: RecordGap,
): Promise<UncheckedKind> {
  const isGapEnded = (await readNamedSetting(store, gapEndSetting)) !== undefined;
  const sheet = await store.db
    .selectFrom('sheet')
    .select(['uploaded_at as uploadedAt', 'deleted_data_at as deletedDataAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  // The sheet may be deleted by now.
  return sheet === undefined ? 'earlier' : toUncheckedKind(sheet, gap, isGapEnded);
}

export async function endGapForNewSheets(store: Pick<Store, 'db'>, at: string): Promise<void> {
  await setNamedSetting(store, gapEndSetting, at);
}

/**
 * Holds everything that a restored store could send a second time: each sheet, even if it is uploaded later, and
 * invitations. Pauses runs. Decisions that were being sent become failed.
 */
export async function holdAfterRestore(
  store: Store,
  { since: lastKnown, noticedAt }: RecordGap,
): Promise<void> {
  await inTransaction(store, async (tx) => {
    const { db } = tx;
    const earlierGap = await readRecordGap(tx);
    // An earlier restore may still be unchecked, so its period is included.
    const since = earlierGap === undefined ? lastKnown : findEarlier(earlierGap.since, lastKnown);
    await setNamedSetting(tx, gapSetting, { since, noticedAt });
    await db.deleteFrom('setting').where('name', '=', gapEndSetting).execute();
    await db
      .updateTable('sheet')
      .set({ stage: 'paused' })
      .where('id', 'in', (query) =>
        query.selectFrom('run').select('sheet').where('state', 'in', activeStates),
      )
      .execute();
    for (const language of languages.filter((each) => each !== 'en')) await stopWork(tx, language);
    // English is last, because this call stops all work that is left, whatever the table of sheets contains.
    await stopWork(tx, 'en');
    await new LogStore(tx).add({ at: noticedAt, action: { code: 'restoreNoticed', since } });
  });
}

/** English applies to all sheets, any other language only to the sheets in that language. */
async function stopWork({ db }: Store, language: Language): Promise<void> {
  const { runFailures, typedRows } = wordsIn(language);
  const sheets = db.selectFrom('sheet').select('id').where('language', '=', language);
  await db
    .updateTable('run')
    .set({
      state: 'paused',
      remaining_ms: null,
      messages: JSON.stringify([runFailures.restored]),
      messages_outside: null,
    })
    .where('state', 'in', activeStates)
    .$if(language !== 'en', (query) => query.where('sheet', 'in', sheets))
    .execute();
  await db
    .updateTable('decision')
    .set({ state: 'failed', message: typedRows.decisionRestored })
    .where('state', '=', 'sending')
    .$if(language !== 'en', (query) => query.where('sheet', 'in', sheets))
    .execute();
}

/** Returns null if one of the times is unknown, because it may be the earlier one. */
function findEarlier(first: string | null, second: string | null): string | null {
  if (first === null || second === null) return null;
  return first < second ? first : second;
}

export async function findSheetHold(store: Store, sheet: string): Promise<RestoreHold | undefined> {
  const gap = await findUncheckedGap(store, sheet);
  if (gap === undefined) return undefined;
  const kind = await readUncheckedKind(store, sheet, gap);
  return toSheetHold({ ...gap, kind }, await readSheetLanguage(store, sheet));
}

export type SheetGap = RecordGap & { readonly kind: UncheckedKind };

export function toSheetHold({ since, noticedAt, kind }: SheetGap, language: Language): RestoreHold {
  const message = wordSheetGap(translateRefusals(language), { since, noticedAt, kind });
  return { since, noticedAt, message, ...(kind === 'new' ? { isNewSheet: true } : {}) };
}

export async function findPeopleHold(
  store: Store,
  language: Language,
): Promise<RestoreHold | undefined> {
  const gap = await findUncheckedGap(store, peopleOwner);
  return gap && { ...gap, message: wordPeopleGap(translateRefusals(language), gap) };
}

export async function assertSheetChecked(store: Store, sheet: string): Promise<void> {
  const gap = await findUncheckedGap(store, sheet);
  if (gap === undefined) return;
  const kind = await readUncheckedKind(store, sheet, gap);
  throw new RefusalError('conflict', (t) => wordSheetGap(t, { ...gap, kind }));
}

export async function assertPeopleChecked(store: Store): Promise<void> {
  const gap = await findUncheckedGap(store, peopleOwner);
  if (gap !== undefined) throw new RefusalError('conflict', (t) => wordPeopleGap(t, gap));
}

export function wordSheetGap(t: TFunction<'refusals'>, gap: SheetGap): string {
  const { kind } = gap;
  const check = t(($) => (kind === 'withoutFile' ? $.restore.sheetWithoutFile : $.restore.sheet));
  const text = `${wordGap(t, gap)} ${check}`;
  return kind === 'new' ? `${text} ${t(($) => $.restore.newSheet)}` : text;
}

export function wordPeopleGap(t: TFunction<'refusals'>, gap: RecordGap): string {
  return `${wordGap(t, gap)} ${t(($) => $.restore.people)}`;
}

function wordGap(t: TFunction<'refusals'>, { since, noticedAt }: RecordGap): string {
  const to = formatUtcMinute(noticedAt);
  if (since === null) return t(($) => $.restore.gapBefore, { to });
  const from = formatUtcMinute(since);
  return from === to
    ? t(($) => $.restore.gapAt, { to })
    : t(($) => $.restore.gapBetween, { from, to });
}

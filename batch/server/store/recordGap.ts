import { namedSetting, setNamedSetting } from './namedSetting.js';
import type { Store } from './store.js';
import { withinTransaction } from './transaction.js';

/** A time whose sent rows are missing in the store, as it was restored from a backup. */
export interface RecordGap {
  /** The last time that the backup is known to contain (ISO 8601); null where it contains none. */
  readonly since: string | null;
  /** When the restore was noticed (ISO 8601). */
  readonly noticedAt: string;
}

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
 * A condition of SQL: nobody has checked the sheet with the id in this column since the restore, nor confirmed before
 * its upload that new sheets need no check. Settings are stored as JSON, so times have quotes.
 */
export function isUnchecked(sheet: string): string {
  return `EXISTS (
    SELECT 1 FROM setting AS gap WHERE gap.name = '${gapName}' AND NOT EXISTS (
      SELECT 1 FROM setting AS checked
      WHERE checked.name = '${checkedName}' || ${sheet} AND checked.value = gap.value
    ) AND NOT EXISTS (
      SELECT 1 FROM setting AS ended JOIN sheet AS later ON later.id = ${sheet}
      WHERE ended.name = '${endName}' AND '"' || later.uploaded_at || '"' > ended.value
    )
  )`;
}

/** Returns the time that is missing after a restore, whatever was checked since. */
export function recordGap(store: Pick<Store, 'db'>): RecordGap | undefined {
  return namedSetting(store, gapName) as RecordGap | undefined;
}

/** Returns the unchecked gap of a sheet, or of {@link people}; undefined if there is nothing to check. */
export function uncheckedGap(store: Pick<Store, 'db'>, owner: string): RecordGap | undefined {
  const found = store.db
    .prepare(
      `SELECT value FROM setting WHERE name = '${gapName}' AND ${isUnchecked('CAST(?1 AS TEXT)')}`,
    )
    .get(owner);
  return found === undefined ? undefined : (JSON.parse(found.value as string) as RecordGap);
}

/** Records that a person has checked the service for a sheet, or for {@link people}. */
export function markChecked(store: Store, owner: string, gap: RecordGap): void {
  setNamedSetting(store, `${checkedName}${owner}`, gap);
}

/**
 * Returns true for a sheet that was uploaded after the restore, while each such sheet waits for a check: any file may
 * contain rows that were sent in the time that is missing.
 */
export function isNewSheet(
  store: Pick<Store, 'db'>,
  sheet: string,
  { noticedAt }: RecordGap,
): boolean {
  if (namedSetting(store, endName) !== undefined) return false;
  const later = 'SELECT 1 FROM sheet WHERE id = ? AND uploaded_at > ?';
  return store.db.prepare(later).get(sheet, noticedAt) !== undefined;
}

/** Records that a person has confirmed that sheets which are uploaded after this time need no check. */
export function endGapForNewSheets(store: Pick<Store, 'db'>, at: string): void {
  setNamedSetting(store, endName, at);
}

/**
 * Holds everything that a restored store could send a second time until a person has checked the service: each sheet,
 * also one that is uploaded later, and invitations. Runs are paused, and decisions that were being sent have failed.
 */
export function holdAfterRestore(store: Store, { since: lastKnown, noticedAt }: RecordGap): void {
  withinTransaction(store, () => {
    const { db } = store;
    const before = recordGap(store);
    // An earlier restore may still be unchecked, so its time counts too.
    const since = before === undefined ? lastKnown : earlier(before.since, lastKnown);
    setNamedSetting(store, gapName, { since, noticedAt });
    db.prepare('DELETE FROM setting WHERE name = ?').run(endName);
    const said = JSON.stringify([pausedRun]);
    const working = "state IN ('queued', 'running', 'pausing')";
    db.prepare(
      `UPDATE sheet SET stage = 'paused' WHERE id IN (SELECT sheet FROM run WHERE ${working})`,
    ).run();
    db.prepare(
      `UPDATE run SET state = 'paused', remaining_ms = NULL, said = ? WHERE ${working}`,
    ).run(said);
    db.prepare("UPDATE decision SET state = 'failed', said = ? WHERE state = 'sending'").run(
      failedDecision,
    );
    const known =
      since === null ? 'It does not say of when' : `It contains what was sent until ${since}`;
    db.prepare('INSERT INTO log (at, who, action) VALUES (?, ?, ?)').run(
      ...[noticedAt, 'The server'],
      `noticed that its record was restored from a backup. ${known}. Every sheet waits until somebody has checked the service`,
    );
  });
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null;
  return one < other ? one : other;
}

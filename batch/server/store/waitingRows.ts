import type { Store } from './store.js';

/** A row that may learn what became of it from the journal of another sheet. */
export interface WaitingRow {
  readonly key: string;
  /** The sheet whose journal knows it, and the row there. */
  readonly owner: string;
  readonly as: string;
}

/** The sheets whose rows can be read. */
export function readableSheets({ db }: Store): string[] {
  return db
    .prepare('SELECT id FROM sheet WHERE file IS NOT NULL AND deleted_at IS NULL')
    .all()
    .map(({ id }) => id as string);
}

/**
 * The rows of a sheet that another one has sent, once that has its answer or is known not to count; and rows
 * that await the result of an assessment that another sheet has.
 */
export function waitingRows({ db }: Store, sheet: string): WaitingRow[] {
  // Also one of the sheet itself: what it has sent follows nobody.
  const openFor = "FROM sent_request AS other WHERE other.state = 'open'";
  const answered = db
    .prepare(
      `SELECT key, sent_by AS owner, sent_as AS "as" FROM unconfirmed
       WHERE sheet = ?1 AND sent_by IS NOT NULL
         AND NOT EXISTS (SELECT 1 ${openFor} AND other.row IN (unconfirmed.key, sent_as))
         AND NOT EXISTS (SELECT 1 ${openFor} AND other.request = unconfirmed.key)`,
    )
    .all(sheet);
  const scored = db
    .prepare(
      `SELECT row.key, other.sheet AS owner, row.key AS "as"
       FROM row JOIN row AS other ON other.assessment_id = row.assessment_id
         AND other.key = row.key AND other.sheet <> row.sheet AND other.status = 'Scored'
       WHERE row.sheet = ?1 AND row.status = 'Pending'`,
    )
    .all(sheet);
  return [...answered, ...scored] as unknown as WaitingRow[];
}

import { sql } from 'kysely';
import type { Store } from '../db/store.js';

/** A row that may learn its result from the journal of another sheet. */
export interface WaitingRow {
  readonly key: string;
  /** The sheet whose journal contains it, and its key there. */
  readonly owner: string;
  readonly as: string;
}

/** Returns the ids of the sheets that have {@link waitingRows}, or may soon, and whose files are there. */
export async function sheetsWithWaiting({ db }: Store): Promise<string[]> {
  const found = await db
    .selectFrom('sheet')
    .select('id')
    .where('file', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('unconfirmed')
            .select('key')
            .whereRef('unconfirmed.sheet', '=', 'sheet.id')
            .where('sent_by', 'is not', null),
        ),
        exists(
          selectFrom('row')
            .select('number')
            .whereRef('row.sheet', '=', 'sheet.id')
            .where('status', '=', 'Pending'),
        ),
      ]),
    )
    .execute();
  return found.map(({ id }) => id);
}

/**
 * Returns the rows of a sheet that another sheet has sent, if that has its answer or its request is known not to
 * count; and rows that await the result of an assessment that another sheet shows.
 */
export async function waitingRows({ db }: Store, sheet: string): Promise<WaitingRow[]> {
  // Requests of the sheet itself count, too: its own rows follow nobody.
  const open = sql`SELECT 1 FROM sent_request AS other WHERE other.state = 'open'`;
  const answered = await sql<WaitingRow>`
    SELECT key, sent_by AS owner, sent_as AS "as" FROM unconfirmed
    WHERE sheet = ${sheet} AND sent_by IS NOT NULL
      AND NOT EXISTS (${open} AND other.row IN (unconfirmed.key, sent_as))
      AND NOT EXISTS (${open} AND other.request = unconfirmed.key)`.execute(db);
  const scored = await db
    .selectFrom('row')
    .innerJoin('row as other', (join) =>
      join
        .onRef('other.assessment_id', '=', 'row.assessment_id')
        .onRef('other.key', '=', 'row.key')
        .onRef('other.sheet', '<>', 'row.sheet')
        .on('other.status', '=', 'Scored'),
    )
    .select(['row.key', 'other.sheet as owner', 'row.key as as'])
    .where('row.sheet', '=', sheet)
    .where('row.status', '=', 'Pending')
    .execute();
  return [...answered.rows, ...scored];
}

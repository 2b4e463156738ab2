import { sql } from 'kysely';
import { isIntent, getDatabaseTime } from '../db/dialect.js';
import type { Store } from '../db/store.js';
import type { ClaimedRow } from './sentRequests.js';

export async function readSentMsAgo(
  store: Pick<Store, 'db' | 'dialect'>,
  { owner, row }: ClaimedRow,
): Promise<number | undefined> {
  const sent = await store.db
    .selectFrom('journal')
    .select(({ fn }) =>
      sql<number | null>`${getDatabaseTime(store)} - ${fn.max('stored_at')}`.as('ms'),
    )
    .where('owner', '=', owner)
    .where('row', '=', row)
    .where(isIntent)
    .executeTakeFirst();
  return sent?.ms ?? undefined;
}

import { sql } from 'kysely';
import type { Store } from '../../../batch/server/db/store.js';

/**
 * Makes all requests older. The answer that a request does not exist is refused for a minute after
 * the request.
 */
export async function ageRequests(
  { db }: Pick<Store, 'db'>,
  { byMs = 60_000 }: { readonly byMs?: number } = {},
): Promise<void> {
  await db
    .updateTable('journal')
    .set({ stored_at: sql`stored_at - ${byMs}` })
    .execute();
}

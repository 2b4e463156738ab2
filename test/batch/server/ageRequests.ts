import { sql } from 'kysely';
import type { Store } from '../../../batch/server/db/store.js';

/**
 * Makes all requests older, or younger if `byMs` is negative. For a minute after a request, the server refuses to
 * resolve the request as not created.
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

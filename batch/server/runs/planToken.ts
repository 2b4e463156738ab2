import { hash } from 'node:crypto';
import type { StartRun } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { readLastNumber } from '../journal/journalLines.js';

/** The token changes when the sheet must be read again, its journal grows, or the options change. */
export async function createPlanToken(
  store: Store,
  sheet: string,
  order: StartRun,
): Promise<string> {
  const { db } = store;
  const found = await db
    .selectFrom('sheet')
    .select(['read_generation', 'match', 'worksheet', 'header_row'])
    .where('id', '=', sheet)
    .executeTakeFirst();
  const corrections = await db
    .selectFrom('correction')
    .select(['id', 'corrected'])
    .where('sheet', '=', sheet)
    .orderBy('id')
    .execute();
  const { operation, olderThanDays = 0, maxNew = null, retryRejected = false, rows = '' } = order;
  const { round = '', newRound = false } = order;
  const options = [operation, olderThanDays, maxNew, retryRejected, rows, round, newRound];
  const parts = [sheet, found, corrections, await readLastNumber(store, sheet), options];
  // 22 characters have 132 bits, so no two plans get the same token by chance.
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}

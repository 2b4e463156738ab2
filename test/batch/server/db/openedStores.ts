import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { type OpenOptions, openStore } from '../../../../batch/server/db/open.js';
import type { Store } from '../../../../batch/server/db/store.js';
import { testFolder } from '../../testFolder.js';

/** Opens a store. Closes it after the test. */
export async function openStoreForTest(place: string, options?: OpenOptions): Promise<Store> {
  const store = await openStore(place, testFolder(), options);
  onTestFinished(() => store.close());
  return store;
}

/** Adds a setting as an example of stored data. */
export async function addSetting({ db }: Store, name: string, value = ''): Promise<void> {
  await db.insertInto('setting').values({ name, value }).execute();
}

/** Returns the names of all settings. */
export async function listSettings({ db }: Store): Promise<string[]> {
  const found = await db.selectFrom('setting').select('name').orderBy('name').execute();
  return found.map(({ name }) => name);
}

/** Adds 1 to the value of a setting, with a pause between reading and writing. */
export async function incrementSetting(tx: Store, name: string): Promise<void> {
  const { value } = await tx.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await tx.db
    .updateTable('setting')
    .set({ value: String(Number(value) + 1) })
    .where('name', '=', name)
    .execute();
}

/** Terminates all other connections to the database. */
export async function cutOtherConnections({ db }: Store): Promise<void> {
  await sql`
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND backend_type = 'client backend'`.execute(db);
}

/**
 * Returns the 90th percentile of the delays of the process's timers during `work`. The slowest tenth is ignored,
 * because machines are busy.
 */
export async function measureTimerDelay(work: () => Promise<unknown>): Promise<number> {
  const everyMs = 10;
  const delays: number[] = [];
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    delays.push(nowMs - lastMs - everyMs);
    lastMs = nowMs;
  }, everyMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  delays.push(performance.now() - lastMs);
  delays.sort((a, b) => a - b);
  return delays[Math.floor(delays.length * 0.9)] ?? 0;
}

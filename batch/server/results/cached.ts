import { sql } from 'kysely';
import type { Store } from '../db/store.js';

interface Kept {
  readonly version: string;
  readonly value: Promise<unknown>;
  /** When the value may be made again, although the database has changed. */
  untilMs: number;
}

const keptBy = new WeakMap<Store['db'], Map<string, Kept>>();
/** More sheets than people look at in turn. */
const maxKept = 100;
/** A value is not made again before this many times the time that it took has passed. */
const restTimes = 10;

/**
 * Returns what `make` resolves to. It is kept while nothing is written into the database, and a moment longer if making
 * it takes long and a run writes all the time. Calls while it is made get the same.
 */
export async function cached<T>(store: Store, name: string, make: () => Promise<T>): Promise<T> {
  const version = await databaseVersion(store);
  const kept = keptBy.get(store.db) ?? new Map<string, Kept>();
  keptBy.set(store.db, kept);
  const beganMs = performance.now();
  const before = kept.get(name);
  if (before !== undefined && (before.version === version || beganMs < before.untilMs)) {
    // Under its name, only `make` of the same call site is kept.
    return before.value as Promise<T>;
  }
  if (kept.size >= maxKept) kept.clear();
  const value = make();
  const made = { version, value, untilMs: Infinity };
  kept.set(name, made);
  try {
    return await value;
  } catch (error) {
    if (kept.get(name) === made) kept.delete(name);
    throw error;
  } finally {
    const endedMs = performance.now();
    made.untilMs = endedMs + restTimes * (endedMs - beganMs);
  }
}

/** Returns a text that changes with each change of the database, by this process or by another one. */
async function databaseVersion({ db, dialect }: Store): Promise<string> {
  const query =
    dialect === 'postgres'
      ? sql<{ version: string }>`SELECT pg_current_snapshot()::text AS version`
      : sql<{
          version: string;
        }>`SELECT CAST(data_version AS TEXT) AS version FROM pragma_data_version`;
  const { rows } = await query.execute(db);
  return rows[0]?.version ?? '';
}

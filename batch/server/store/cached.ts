import type { Store } from './store.js';

interface Kept {
  readonly version: string;
  readonly value: unknown;
  readonly untilMs: number;
}

const keptBy = new WeakMap<Store['db'], Map<string, Kept>>();
/** More sheets than people look at in turn. */
const mostKept = 100;
/** A value is not made anew before this many times the time that it took has passed. */
const restTimes = 10;

/**
 * What `make` gives, kept while nothing is written into the database; and for a moment longer where making it
 * takes long and a run writes all the time.
 */
export function cached<T>(store: Store, name: string, make: () => T): T {
  const { db } = store;
  const kept = keptBy.get(db) ?? new Map<string, Kept>();
  keptBy.set(db, kept);
  const version = versionOf(store);
  const before = kept.get(name);
  const beganMs = performance.now();
  if (before !== undefined && (before.version === version || beganMs < before.untilMs)) {
    return before.value as T;
  }
  const value = make();
  const endedMs = performance.now();
  if (kept.size >= mostKept) kept.clear();
  kept.set(name, { version, value, untilMs: endedMs + restTimes * (endedMs - beganMs) });
  return value;
}

/** Another one after each change, by this connection or by another one. */
function versionOf({ db, dialect }: Store): string {
  if (dialect === 'postgres') {
    // Which transactions have ended so far.
    return db.prepare('SELECT pg_current_snapshot()::text AS ended').get()?.ended as string;
  }
  const others = db.prepare('PRAGMA data_version').get()?.data_version;
  const own = db.prepare('SELECT total_changes() AS changes').get()?.changes;
  return `${String(others)}.${String(own)}`;
}

import { sql } from 'kysely';
import { pauseBetweenCutsMs } from '../../../engine/run/limiter.js';
import type { Store } from '../../db/store.js';
import { plainDb } from '../../db/plainDb.js';
import type { SharedLimitValues } from './agreeOnLimits.js';

/** How long a process may use its permits without renewing them. */
export const leaseMs = 5_000;
/** How long the permits that do not divide evenly stay where they are. */
const turnMs = 4_000;

/** The permits of all processes that have work. Times are on the clock of the database. */
export interface Shares {
  /** The requests that all may have in flight: fewer than `most` while the service is overloaded. */
  readonly now: number;
  readonly most: number;
  /** The good answers since `now` changed. */
  readonly good: number;
  readonly cutAtMs: number;
  readonly leases: Readonly<Record<string, { readonly permits: number; readonly untilMs: number }>>;
}

/** The permits of one process. Its part of the rate is that of the permits. */
export interface Share extends SharedLimitValues {
  readonly permits: number;
  /** The requests that all processes may have in flight. */
  readonly now: number;
  /** It gets more when the others have shrunk their shares. */
  readonly isShort: boolean;
}

/** The report of a process that renews its share. */
export interface Usage {
  readonly inFlight: number;
  readonly good: number;
  readonly isOverloaded: boolean;
}

/** Renews the share of a process; without usage, ends it. */
export async function renewShare(store: Store, id: string, usage?: Usage): Promise<Share> {
  const db = plainDb(store);
  for (;;) {
    const { rows } = await sql<SharedLimitValues & { shares: string | null; nowMs: number }>`
      SELECT per_second AS "perSecond", burst, concurrency, shares,
        extract(epoch FROM clock_timestamp())::float8 * 1000 AS "nowMs" FROM shared_limit`.execute(
      db,
    );
    const [found] = rows;
    if (found === undefined) throw new Error('The table rwa.shared_limit is empty.');
    const { shares: stored, nowMs, ...limits } = found;
    const before = stored === null ? undefined : (JSON.parse(stored) as Shares);
    const { shares, ...share } = divide(limits.concurrency, before, id, usage, nowMs);
    const { rows: written } = await sql`
      UPDATE shared_limit SET shares = ${JSON.stringify(shares)}
      WHERE shares IS NOT DISTINCT FROM ${stored} RETURNING 1`.execute(db);
    if (written.length > 0) return { ...limits, ...share, now: shares.now };
  }
}

/**
 * Gives a process an equal share of the permits, as far as the others have shrunk theirs: together they are never
 * more than all. It keeps permits for its requests in flight. Expired leases do not count.
 */
export function divide(
  most: number,
  before: Shares | undefined,
  id: string,
  usage: Usage | undefined,
  nowMs: number,
): { readonly shares: Shares; readonly permits: number; readonly isShort: boolean } {
  const all = adapt(
    before?.most === most ? before : { now: most, most, good: 0, cutAtMs: 0 },
    usage,
    nowMs,
  );
  const others = Object.entries(before?.leases ?? {})
    // The clock of the database may have been set back.
    .map(
      ([holder, { permits, untilMs }]) =>
        [holder, { permits, untilMs: Math.min(untilMs, nowMs + leaseMs) }] as const,
    )
    .filter(([holder, { untilMs }]) => holder !== id && untilMs > nowMs);
  const leases = Object.fromEntries(others);
  if (usage === undefined) return { shares: { ...all, leases }, permits: 0, isShort: false };
  const holders = [...Object.keys(leases), id].toSorted();
  const place = (holders.indexOf(id) + Math.floor(nowMs / turnMs)) % holders.length;
  const fair = Math.floor(all.now / holders.length) + (place < all.now % holders.length ? 1 : 0);
  const free = others.reduce((left, [, lease]) => left - lease.permits, all.now);
  const permits = Math.max(0, Math.min(fair, free));
  const mine = { permits: Math.max(permits, usage.inFlight), untilMs: nowMs + leaseMs };
  return {
    shares: { ...all, leases: { ...leases, [id]: mine } },
    permits,
    isShort: permits < fair,
  };
}

/** Halves the concurrency when the service is overloaded, and raises it by one after a round of good answers. */
function adapt(
  { now, most, good, cutAtMs }: Omit<Shares, 'leases'>,
  usage: Usage = { inFlight: 0, good: 0, isOverloaded: false },
  nowMs: number,
): Omit<Shares, 'leases'> {
  if (usage.isOverloaded) {
    if (Math.abs(nowMs - cutAtMs) < pauseBetweenCutsMs) return { now, most, good: 0, cutAtMs };
    return { now: Math.max(1, Math.floor(now / 2)), most, good: 0, cutAtMs: nowMs };
  }
  let [raised, left] = [now, good + usage.good];
  for (; raised < most && left >= raised; raised++) left -= raised;
  return { now: raised, most, good: raised < most ? left : 0, cutAtMs };
}

import type { ProcessLimits } from '../../../engine/run/limiter.js';
import { getDatabaseTime } from '../../db/dialect.js';
import { updateLocked } from '../../db/postgres.js';
import type { Store } from '../../db/store.js';

export interface SharedLimits {
  /** Null if the rate is not limited. */
  readonly perSecond: number | null;
  readonly concurrency: number;
}

/** An undefined limit keeps its value in the database. */
export type LimitSettings = { readonly [K in keyof SharedLimits]?: SharedLimits[K] | undefined };

/** Processes use the new limits within seconds. */
export function upsertLimits(
  { db }: Pick<Store, 'db'>,
  { perSecond: per_second, concurrency }: LimitSettings,
): Promise<SharedLimits> {
  return db
    .insertInto('shared_limit')
    .values({ id: 1, per_second, concurrency })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1, per_second, concurrency }))
    .returning(['per_second as perSecond', 'concurrency'])
    .executeTakeFirstOrThrow();
}

/** Returns undefined before the first start. */
export function readLimits({ db }: Pick<Store, 'db'>): Promise<SharedLimits | undefined> {
  const limits = db.selectFrom('shared_limit').select(['per_second as perSecond', 'concurrency']);
  return limits.executeTakeFirst();
}

export const leaseMs = 5_000;
/** The time for which a process keeps one of the permits that are left after an equal division. */
const turnMs = 4_000;
/** Requests may arrive closer together than they were sent, and the service measures how often they arrive. */
const spacingFactor = 1.02;

/** `untilMs` is by the clock of the database. */
export type Leases = Readonly<Record<string, { permits: number; untilMs: number }>>;

/** `isInTransit` is true while permits are about to move to or from the process. */
export type Share = ProcessLimits & { readonly isInTransit: boolean };

/** `inUse` is the number of permits that the process uses now; undefined gives the lease back. */
export function renewLease(store: Store, holder: string, inUse?: number): Promise<Share> {
  const { db, postgres } = store;
  if (postgres === undefined) throw new Error('Only Postgres is shared by machines.');
  const locking = db
    .selectFrom('shared_limit')
    .select(['per_second as perSecond', 'concurrency', 'leases'])
    .select(getDatabaseTime(store).as('nowMs'))
    .forUpdate();
  // Processes wait for the row lock: if conflicting transactions were repeated, many renewals would be too late.
  return updateLocked(postgres, locking.compile(), (row) => {
    if (row === undefined) throw new Error('The limits are missing.');
    const { leases, nowMs, ...limits } = row;
    const divided = divide(JSON.parse(leases) as Leases, limits, { holder, inUse, nowMs });
    const writing = db.updateTable('shared_limit').set({ leases: JSON.stringify(divided.leases) });
    return { query: writing.compile(), result: divided.share };
  });
}

/**
 * Never gives out permits that other processes have: a share grows only by permits that were returned, or whose lease
 * has expired. A process with too many permits first uses fewer, then returns the excess permits with its next renewal.
 */
export function divide(
  before: Leases,
  { perSecond, concurrency }: SharedLimits,
  renewal: { holder: string; inUse: number | undefined; nowMs: number },
): { readonly leases: Leases; readonly share: Share } {
  const { holder, inUse, nowMs } = renewal;
  const newUntilMs = nowMs + leaseMs;
  const leases: Record<string, Leases[string]> = {};
  for (const [other, { permits, untilMs }] of Object.entries(before)) {
    if (other === holder || untilMs <= nowMs) continue;
    // The clock of the database may have been set back.
    leases[other] = { permits, untilMs: Math.min(untilMs, newUntilMs) };
  }
  if (inUse === undefined) return { leases, share: { concurrency: 0, isInTransit: false } };
  const free = Object.values(leases).reduce((left, { permits }) => left - permits, concurrency);
  const holders = [...Object.keys(leases), holder].toSorted();
  // After each `turnMs`, the permits that an equal division leaves move to other processes.
  const place = (holders.indexOf(holder) + Math.floor(nowMs / turnMs)) % holders.length;
  const equalShare = Math.floor((concurrency + place) / holders.length);
  const permits = Math.max(0, Math.min(equalShare, free));
  leases[holder] = { permits: Math.max(permits, inUse), untilMs: newUntilMs };
  // A process without permits gets the rate of one permit, because its spacing must be finite.
  const rate = ((perSecond ?? Infinity) * Math.max(1, permits)) / concurrency;
  const spacingMs = (1_000 * spacingFactor) / rate;
  const isInTransit = permits < Math.max(equalShare, inUse);
  return { leases, share: { concurrency: permits, spacingMs, isInTransit } };
}

import type { Timing } from '../../../../src/transport.js';
import type { RequestLimiter } from '../../../engine/run/limiter.js';
import type { Store } from '../../db/store.js';
import { agreeOnLimits, type SharedLimitValues } from './agreeOnLimits.js';
import { LimitsConnection } from './limitsConnection.js';
import { PermitLocks, setUpOfLocks } from './permitLocks.js';
import { Permits } from './permits.js';
import { RateGrants, setUpOfGrants } from './rateGrants.js';
import { SharedLimiter } from './sharedLimiter.js';

/** Where the limits are stored, and what they should be. */
export interface SharedLimitsOptions {
  readonly store: Pick<Store, 'db'>;
  /** The address of its database: permits are locks of a connection of their own. */
  readonly url: string;
  /** Requests per second of all processes; null for no rate, undefined for what there is. */
  readonly rate?: number | null | undefined;
  /** How many may go at once after a pause; undefined for what there is, at first 1. */
  readonly burst?: number | undefined;
  /** The most requests of all processes at the same time; undefined for what there is, at first 5. */
  readonly concurrency?: number | undefined;
  readonly sleep: Timing['sleep'];
  /** Called with how long a request has waited for its permit and its grant, in milliseconds. */
  readonly onWaited?: (ms: number) => void;
  /** Called when the database cannot be asked, once until it can; nothing is sent until then. */
  readonly onTrouble?: (error: unknown) => void;
}

/** The limits of all processes, in one of them. */
export interface SharedLimits {
  readonly limiter: RequestLimiter;
  /** As they were at the start. */
  readonly agreed: SharedLimitValues;
  /** How many permits this process has, and how many requests in flight. */
  readonly held: () => number;
  readonly inFlight: () => number;
  /** How many grants of the rate this process had. */
  readonly granted: () => number;
  /** Gives the permits back and ends the connections; call it when nothing is sent any more. */
  close(): Promise<void>;
}

/** A query for permits that takes longer means that the connection is dead. */
const queryTimeoutMs = 5_000;

/**
 * One rate and one concurrency for all processes on a database: at most two connections in each. Rejects when
 * the database cannot be asked at the start; later it waits for it.
 */
export async function sharedLimits(options: SharedLimitsOptions): Promise<SharedLimits> {
  const {
    store,
    url,
    rate,
    burst,
    concurrency,
    sleep,
    onWaited,
    onTrouble = () => undefined,
  } = options;
  const now = () => performance.now();
  let permits: Permits | undefined = undefined;
  const forLocks = new LimitsConnection({
    ...{ url, queryTimeoutMs, setUp: setUpOfLocks },
    onLost: () => permits?.lost(),
  });
  const agreed = await agreeOnLimits(store, {
    ...(rate === undefined ? {} : { perSecond: rate }),
    ...(burst === undefined ? {} : { burst }),
    ...(concurrency === undefined ? {} : { concurrency }),
  });

  const forGrants = new LimitsConnection({ url, setUp: setUpOfGrants });
  const grants = new RateGrants({ connection: forGrants, sleep, onTrouble });
  const taken = new Permits({
    ...{ locks: new PermitLocks(forLocks), sleep, now, onTrouble },
    concurrency: agreed.concurrency,
    onView: ({ isLimited }) => {
      grants.isLimited = isLimited;
    },
  });
  permits = taken;
  return {
    limiter: new SharedLimiter({ permits: taken, grants, now, onWaited }),
    agreed,
    held: () => taken.held,
    inFlight: () => taken.sent,
    granted: () => grants.granted,
    async close() {
      grants.close();
      await taken.close();
      await Promise.all([forLocks.close(), forGrants.close()]);
    },
  };
}

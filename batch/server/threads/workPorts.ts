import type { Client } from '../../../src/client.js';
import type { ClientListeners } from '../../../src/clientEvents.js';
import type { Timing } from '../../../src/transport.js';
import { type RequestLimiter, limitedBy } from '../../engine/run/limiter.js';
import { processLimiter } from '../../engine/run/processLimiter.js';
import { type Connection, connect } from '../../http/connection.js';
import { systemTiming } from '../../http/timing.js';
import type { ServiceName } from '../services.js';
import type { Change } from '../changes.js';
import { SentRequestRegistry } from '../journal/sentRequestRegistry.js';
import type { Store } from '../db/store.js';
import { type JournalLocks, SheetLocks } from '../sheets/sheetLocks.js';
import type { RunSettings } from '../runs/sheetRun.js';

/** The dependencies of the work that sends: one of each in a process, so that all runs share the limits. */
export interface WorkPorts {
  readonly store: Store;
  readonly service: ServiceName;
  /** All clients share one limit. */
  readonly client: Client;
  /** Sends each request once. */
  readonly poller: Client;
  readonly limiter: RequestLimiter;
  readonly timing: Timing;
  readonly now: () => number;
  /** The locks of the sheets. */
  readonly locks: JournalLocks;
  /** The requests of all sheets. */
  readonly sent: SentRequestRegistry;
  /** Tells of what has changed in the store. */
  readonly tell: (change: Change) => void;
  /** The limits of runs. */
  readonly limits: RunSettings;
  /** Ends the connections to the service. */
  close(): Promise<void>;
}

/** The ports of a process that works alone: it does all runs itself. */
export interface OwnWorkPorts extends WorkPorts {
  readonly locks: SheetLocks;
}

/** The options of the ports. */
export interface WorkPortsOptions extends Pick<WorkPorts, 'store' | 'service' | 'tell'> {
  readonly connection: Connection;
  readonly requestTimeoutMs?: number;
  readonly limits?: RunSettings;
  /** The limiter of all processes; one of this process if it is left out. */
  readonly limiter?: RequestLimiter;
  /** Hears of each request to the service. */
  readonly onResponse?: ClientListeners['onResponse'];
}

/** The most requests at the same time, of all runs together, as `rwa` does. */
const concurrency = 5;
const requestTimeoutMs = 30_000;

/** Makes the ports of a process. */
export function workPorts(options: WorkPortsOptions): OwnWorkPorts {
  const { store, service, tell, connection, limits = {} } = options;
  const timing = systemTiming;
  const most = limits.concurrency ?? concurrency;
  const { limiter = processLimiter({ concurrency: most, sleep: timing.sleep }) } = options;
  const { client, poller, transport } = connect(connection, {
    requestTimeoutMs: options.requestTimeoutMs ?? requestTimeoutMs,
    connections: most,
    onResponse: options.onResponse,
    ...limitedBy(limiter),
  });
  return {
    store,
    service,
    client,
    poller,
    limiter,
    timing,
    tell,
    now: timing.now,
    locks: new SheetLocks(),
    sent: new SentRequestRegistry(store, timing.now),
    limits: { pollIntervalMs: 2_000, pollTimeoutMs: 3_600_000, ...limits, concurrency: most },
    close: () => transport.close(),
  };
}

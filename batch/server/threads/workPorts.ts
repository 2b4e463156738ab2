import type { Client } from '../../../src/client.js';
import type { ClientListeners } from '../../../src/clientEvents.js';
import type { Timing } from '../../../src/transport.js';
import { type RequestLimiter, createLimiterOptions } from '../../engine/run/limiter.js';
import { createProcessLimiter } from '../../engine/run/processLimiter.js';
import { type Connection, connect } from '../../http/connection.js';
import { systemTiming } from '../../http/timing.js';
import type { ServiceFacts } from '../services.js';
import type { WaitKind } from '../cluster/metrics.js';
import type { Change } from '../changes.js';
import { type CrossProcessChecks, SentRequestRegistry } from '../journal/sentRequestRegistry.js';
import type { Store } from '../db/store.js';
import { defaultLimits } from '../operations/ownLimits.js';
import { type JournalLocks, SheetLocks } from '../sheets/sheetLocks.js';
import type { RunSettings } from '../runs/sheetRun.js';

/** Only one set of ports in a process sends requests, so that all runs share its limits. */
export interface WorkPorts {
  readonly store: Store;
  readonly service: ServiceFacts;
  readonly client: Client;
  /** Never retries a request. */
  readonly poller: Client;
  readonly limiter: RequestLimiter;
  readonly timing: Timing;
  readonly now: () => number;
  readonly locks: JournalLocks;
  readonly sent: SentRequestRegistry;
  readonly publish: (change: Change) => void;
  readonly limits: RunSettings;
  close(): Promise<void>;
}

/** The ports of a process that executes all runs itself. */
export interface OwnWorkPorts extends WorkPorts {
  readonly locks: SheetLocks;
}

export interface WorkPortsOptions extends Pick<WorkPorts, 'store' | 'service' | 'publish'> {
  readonly connection: Connection;
  readonly requestTimeoutMs?: number;
  readonly limits?: RunSettings;
  /** All processes share this limiter. If missing, the limits apply to this process only. */
  readonly limiter?: RequestLimiter;
  readonly checks?: CrossProcessChecks;
  readonly onResponse?: ClientListeners['onResponse'];
  /** Called after waits for the limits or for the lock of a sheet. */
  readonly onWaited?: (kind: WaitKind, ms: number) => void;
}

/** The number is large, because the limits may be raised while the process runs. */
const minConnections = 100;
const requestTimeoutMs = 30_000;

export function createWorkPorts(options: WorkPortsOptions): OwnWorkPorts {
  const { store, service, publish, connection, limits = {} } = options;
  const timing = systemTiming;
  const concurrency = limits.concurrency ?? defaultLimits.concurrency;
  const { limiter = createProcessLimiter({ concurrency, sleep: timing.sleep }) } = options;
  const { wrapTransport, onExchange } = createLimiterOptions(limiter);
  const { client, poller, transport } = connect(connection, {
    requestTimeoutMs: options.requestTimeoutMs ?? requestTimeoutMs,
    connections: Math.max(concurrency, minConnections),
    onResponse: options.onResponse,
    wrapTransport,
    onExchange,
  });
  const sent = new SentRequestRegistry(store, timing.now, options.checks);
  return {
    store,
    service,
    client,
    poller,
    limiter,
    timing,
    publish,
    now: timing.now,
    locks: new SheetLocks((ms) => options.onWaited?.('lock', ms)),
    sent,
    limits: { pollIntervalMs: 2_000, pollTimeoutMs: 3_600_000, ...limits, concurrency },
    close: async () => {
      await sent.close();
      await transport.close();
    },
  };
}

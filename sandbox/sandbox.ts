import { SandboxError } from './sandboxError.js';
import { Faults } from './faults/faults.js';
import { companies } from './companies.js';
import { type Server, listen } from './http/server.js';
import { openStore } from './store/store.js';
import type { HeldRequest, Service } from './service.js';

export interface SandboxOptions {
  /** Port on 127.0.0.1; 0 picks a free one. Default 4010. */
  readonly port?: number | undefined;
  /** The time during which results are `Pending` after a creation. Default 2,000 ms. */
  readonly readyAfterMs?: number | undefined;
  /** The minimum time before an operation is answered. The commit is not delayed. Default 0. */
  readonly latencyMs?: number | undefined;
  /** A SQLite file that stores everything but fault rules; by default in memory. */
  readonly dataFile?: string | undefined;
  /** Determines the invented scores, and which requests a rule's `probability` selects. Default 1. */
  readonly seed?: number | undefined;
  /** Called for each request that a fault keeps waiting, after the commit if there is one. */
  readonly onHeld?: ((request: HeldRequest) => void) | undefined;
}

/** A running sandbox. */
export interface Sandbox {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** The test environment: all five operations. */
  readonly baseUrl: string;
  /** The live environment, on the same data: remove_user_access does not exist there. */
  readonly liveBaseUrl: string;
  /** The companies' tokens. The first company has staff accounts from the start. */
  readonly tokens: readonly string[];
  /** The base address of the control API, with a slash at the end. */
  readonly controlUrl: string;
  /** Closes all connections, even those that a fault keeps waiting, and the data file. Can be repeated. */
  close(): Promise<void>;
}

/**
 * Starts the complete service of the contract on loopback, for trials, training and tests. Rejects with
 * a {@link SandboxError} if it cannot listen on the port or use the data file.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 4010, readyAfterMs = 2000, latencyMs = 0, dataFile, seed = 1, onHeld } = options;
  const store = openStore(dataFile);
  const faults = new Faults(seed, store.seenEmployees);
  const service: Service = { store, faults, readyAfterMs, latencyMs, seed, onHeld };
  let server: Server;
  try {
    server = await listen(service, port);
  } catch (error) {
    store.close();
    throw error;
  }
  const { origin } = server;
  let closed: Promise<void> | undefined;
  return {
    origin,
    baseUrl: `${origin}/version-test/api/1.1/wf`,
    liveBaseUrl: `${origin}/api/1.1/wf`,
    tokens: companies.map(({ token }) => token),
    controlUrl: `${origin}/_sandbox/`,
    close: () => {
      closed ??= server.close().then(() => {
        store.close();
      });
      return closed;
    },
  };
}

export { SandboxError };

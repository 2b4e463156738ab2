import { SandboxError } from './sandboxError.js';
import { Faults } from './faults/faults.js';
import { companies } from './companies.js';
import { type Server, listen } from './http/server.js';
import { openStore } from './store/store.js';
import type { HeldRequest, Service } from './service.js';

export interface SandboxOptions {
  /** Default 4010; 0 picks a free port. */
  readonly port?: number | undefined;
  /** The time during which results are `Pending`. Default 2,000. */
  readonly readyAfterMs?: number | undefined;
  /** The minimum time before an answer; the commit is not delayed. Default 0. */
  readonly latencyMs?: number | undefined;
  /** A SQLite file for everything but fault rules; by default in memory. */
  readonly dataFile?: string | undefined;
  /** Determines the invented scores and the requests that fault rules select. Default 1. */
  readonly seed?: number | undefined;
  /** Called for each request that a fault keeps waiting, after the commit if there is one. */
  readonly onHeld?: ((request: HeldRequest) => void) | undefined;
}

export interface Sandbox {
  readonly origin: string;
  readonly baseUrl: string;
  /** The base URL for the same data, without remove_user_access. */
  readonly liveBaseUrl: string;
  readonly tokens: readonly string[];
  readonly controlUrl: string;
  close(): Promise<void>;
}

/** Rejects with a {@link SandboxError} if it cannot listen on the port or use the data file. */
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

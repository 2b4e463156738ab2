import { sql } from 'kysely';
import type { RunHealthQuery } from './healthStore.js';

/** Returns the reason why a process is not ready, as a sentence; undefined if the process passes this check. */
export type ReadyCheck = () => string | undefined | Promise<string | undefined>;

/** How long an answer is cached: frequent requests must not keep the database busy. */
const validMs = 1_000;

/** The readiness of a process for requests. A process is not ready while it starts or stops. */
export class Readiness {
  #checks: readonly ReadyCheck[] = [() => 'This process is starting.'];
  #isDraining = false;
  #known: { readonly atMs: number; readonly why: Promise<string | undefined> } | undefined;

  /** Call this after the start: the process is now ready while all checks pass. */
  begin(...checks: readonly ReadyCheck[]): void {
    this.#checks = checks;
    this.#known = undefined;
  }

  /** Call this before the process ends: a load balancer should send requests to another process. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Resolves to the reason why the process is not ready; undefined if the process is ready. Never rejects. */
  async findReason(): Promise<string | undefined> {
    if (this.#isDraining) return 'This process is stopping.';
    const nowMs = performance.now();
    if (this.#known === undefined || nowMs - this.#known.atMs > validMs) {
      this.#known = { atMs: nowMs, why: findFailedCheck(this.#checks) };
    }
    return this.#known.why;
  }
}

/** Returns a check that the database answers. Its tables were checked when it was opened. */
export function createDatabaseCheck(ask: RunHealthQuery): ReadyCheck {
  return async () => {
    try {
      await ask((db) => sql`SELECT 1`.execute(db));
      return undefined;
    } catch {
      return 'The database does not answer.';
    }
  };
}

async function findFailedCheck(checks: readonly ReadyCheck[]): Promise<string | undefined> {
  for (const check of checks) {
    try {
      const why = await check();
      if (why !== undefined) return why;
    } catch {
      return 'The check failed.';
    }
  }
  return undefined;
}

import { sql } from 'kysely';
import type { RunHealthQuery } from './healthStore.js';

/** Returns why the process is not ready, as a sentence. */
export type ReadyCheck = () => string | undefined | Promise<string | undefined>;

/** Frequent requests must not keep the database busy. */
const validMs = 1_000;

export class Readiness {
  #checks: readonly ReadyCheck[] = [() => 'This process is starting.'];
  #isDraining = false;
  #known: { readonly atMs: number; readonly why: Promise<string | undefined> } | undefined;

  begin(...checks: readonly ReadyCheck[]): void {
    this.#checks = checks;
    this.#known = undefined;
  }

  /** Call this before the process ends, so that a load balancer uses another process. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Never rejects. */
  async findReason(): Promise<string | undefined> {
    if (this.#isDraining) return 'This process is stopping.';
    const nowMs = performance.now();
    if (this.#known === undefined || nowMs - this.#known.atMs > validMs) {
      this.#known = { atMs: nowMs, why: findFailedCheck(this.#checks) };
    }
    return this.#known.why;
  }
}

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

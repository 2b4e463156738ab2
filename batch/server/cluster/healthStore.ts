import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from '../db/errors.js';
import type { Db, Store } from '../db/store.js';

export type RunHealthQuery = <T>(
  query: (db: Db) => Promise<{ readonly rows: readonly T[] }>,
) => Promise<readonly T[]>;

/** `/readyz` also caches its last answer for a second, so it reports a silent database within twice this time. */
const queryTimeoutMs = 1_200;

export function createHealthQuery({ db, dialect }: Pick<Store, 'db' | 'dialect'>): RunHealthQuery {
  return async (query) => {
    const answer = query(db);
    const { rows } = await (dialect === 'sqlite' ? answer : withTimeLimit(queryTimeoutMs, answer));
    return rows;
  };
}

async function withTimeLimit<T>(ms: number, answer: Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timeout = sleep(ms, undefined, { signal: controller.signal, ref: false }).then(() => {
    throw new DatabaseError('The database does not answer.', { isLost: true });
  });
  // The promise that loses the race may reject later.
  timeout.catch(() => undefined);
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    controller.abort();
  }
}

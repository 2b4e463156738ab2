import type { Store } from '../../../../batch/server/db/store.js';

/**
 * Drops the answers to some statements that match `pattern`, after Postgres has executed them. `isLost` selects these
 * statements by their number: the first one that matches is 1. If a statement in a transaction matches, the COMMIT of the
 * transaction is counted instead.
 */
export function loseAnswers(
  { postgres }: Store,
  pattern: RegExp,
  isLost: readonly number[] | ((count: number) => boolean),
): void {
  if (postgres === undefined) throw new Error('Only Postgres loses answers.');
  const { pool } = postgres;
  const send = pool.send.bind(pool);
  const inTransaction = new Set<object>();
  const matching = new Set<object>();
  let count = 0;
  const sendAndLose: typeof pool.send = async (client, sent, limitMs) => {
    if (sent.sql.startsWith('BEGIN')) inTransaction.add(client);
    const isEnd = sent.sql === 'COMMIT';
    if (pattern.test(sent.sql)) matching.add(client);
    const isCounted = matching.has(client) && (isEnd || !inTransaction.has(client));
    if (isEnd || sent.sql === 'ROLLBACK') inTransaction.delete(client);
    if (isCounted || sent.sql === 'ROLLBACK') matching.delete(client);
    const number = isCounted ? ++count : 0;
    const answer = await send<never>(client, sent, limitMs);
    const isThisLost = typeof isLost === 'function' ? isLost(number) : isLost.includes(number);
    if (!isCounted || !isThisLost) return answer;
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  };
  Object.assign(pool, { send: sendAndLose });
}

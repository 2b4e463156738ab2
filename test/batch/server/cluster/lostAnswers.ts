import type { Store } from '../../../../batch/server/db/store.js';

/**
 * Loses the answers to some of the statements that match, after they were carried out. They are
 * numbered from 1. The COMMIT of a transaction counts too if a statement of the transaction matches.
 */
export function loseAnswers(
  { postgres }: Store,
  pattern: RegExp,
  isLost: readonly number[] | ((count: number) => boolean),
): void {
  if (postgres === undefined) throw new Error('Only Postgres loses answers.');
  const { pool } = postgres;
  const send = pool.send.bind(pool);
  const begun = new Set<object>();
  const matching = new Set<object>();
  let count = 0;
  const losing: typeof pool.send = async (client, sent, limitMs) => {
    if (sent.sql.startsWith('BEGIN')) begun.add(client);
    const isEnd = sent.sql === 'COMMIT';
    if (pattern.test(sent.sql)) matching.add(client);
    const isCounted = matching.has(client) && (isEnd || !begun.has(client));
    if (isEnd || sent.sql === 'ROLLBACK') begun.delete(client);
    if (isCounted || sent.sql === 'ROLLBACK') matching.delete(client);
    const number = isCounted ? ++count : 0;
    const answer = await send<never>(client, sent, limitMs);
    const isOne = typeof isLost === 'function' ? isLost(number) : isLost.includes(number);
    if (!isCounted || !isOne) return answer;
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  };
  Object.assign(pool, { send: losing });
}

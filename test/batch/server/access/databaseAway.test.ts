import { expect, onTestFinished, test, vi } from 'vitest';
import { SharedDatabase } from '../../../../batch/server/machines/sharedDatabase.js';
import { DatabaseError } from '../../../../batch/server/store/databaseError.js';
import { thrownBy, valueOf } from '../../../../batch/server/work/calls.js';
import { serverOfTest } from './serverOfTest.js';

test('while the database is away, the API says so and when to ask again', async () => {
  const { ask, store, member } = serverOfTest();
  const { cookie } = await member('viewer');
  vi.spyOn(store.db, 'prepare').mockImplementation(() => {
    throw new DatabaseError('The database cannot be reached', { isLost: true });
  });
  const response = await ask('GET', '/api/sheets', { cookie });
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBe('5');
  expect(await response.json()).toMatchObject({ error: { code: 'away' } });
});

test.for([
  ['of the process', (error: unknown) => error],
  ['of a thread', thrownInThread],
] as const)('and so it does when work %s cannot reach it', async ([, thrown]) => {
  const { ask, store, member } = serverOfTest();
  const { cookie } = await member('viewer');
  // A port where nobody answers.
  const database = new SharedDatabase('postgres://rwa@127.0.0.1:1/rwa', 1);
  onTestFinished(() => database.close());
  const error: unknown = await database
    .inTransaction((inside) => inside('SELECT 1'))
    .catch((away: unknown) => away);
  vi.spyOn(store.db, 'prepare').mockImplementation(() => {
    throw thrown(error);
  });
  expect((await ask('GET', '/api/sheets', { cookie })).status).toBe(503);
});

/** The same error, as it comes from a thread. */
function thrownInThread(error: unknown): unknown {
  try {
    return valueOf(structuredClone(thrownBy(1, error)) as { id: number; value: unknown });
  } catch (thrown) {
    return thrown;
  }
}

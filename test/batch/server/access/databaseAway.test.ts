import { expect, test, vi } from 'vitest';
import { DatabaseError } from '../../../../batch/server/store/databaseError.js';
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

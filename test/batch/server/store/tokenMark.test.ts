import { expect, test } from 'vitest';
import { recordTokenMark } from '../../../../batch/server/settings/tokenMark.js';
import { testServer } from '../access/testServer.js';

test('a process warns once if the token has changed, and does not store the token', async () => {
  const { store } = await testServer();
  expect(await recordTokenMark(store, 'company-1')).toBeUndefined();
  expect(await recordTokenMark(store, 'company-1')).toBeUndefined();
  expect(await recordTokenMark(store, 'company-2')).toMatch(/another company token/);
  expect(await recordTokenMark(store, 'company-2')).toBeUndefined();
  const stored = await store.db.selectFrom('setting').select('value').execute();
  expect(JSON.stringify(stored)).not.toContain('company-');
});

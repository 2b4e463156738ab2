import { expect, test } from 'vitest';
import { tokenWarning } from '../../../../batch/server/store/tokenMark.js';
import { serverOfTest } from '../access/serverOfTest.js';

test('a process that has another token than the one before it says so, and the token is not kept', () => {
  const { store } = serverOfTest();
  expect(tokenWarning(store, 'company-1')).toBeUndefined();
  expect(tokenWarning(store, 'company-1')).toBeUndefined();
  expect(tokenWarning(store, 'company-2')).toMatch(/another company token/);
  expect(tokenWarning(store, 'company-2')).toBeUndefined();
  const kept = store.db.prepare('SELECT value FROM setting').all();
  expect(JSON.stringify(kept)).not.toContain('company-');
});

import { expect, test } from 'vitest';
import { TokenAnswers } from '../../../../batch/server/operations/tokenState.js';

test('a token stays refused until the operation that refused it accepts it', () => {
  const token = new TokenAnswers();
  token.record('rwa_create', 'unauthorized');
  token.record('rwa_retrieve', 'success');
  expect(token.isRefused).toBe(true);
  token.record('rwa_create', 'no_answer');
  expect(token.isRefused).toBe(true);
  token.record('rwa_create', 'success');
  expect(token.isRefused).toBe(false);
});

import { expect, test } from 'vitest';
import { canRetry, toDatabaseError } from '../../../../batch/server/db/errors.js';

/** Returns an error of Node, as `pg` passes it on. */
const systemError = (code: string, more: object = {}) =>
  Object.assign(new Error(`connect ${code}`), { code, ...more });

test.each([
  ['a refused connection', systemError('ECONNREFUSED'), true],
  ['a failure of DNS that may pass', systemError('EAI_AGAIN', { syscall: 'getaddrinfo' }), true],
  ['a host that DNS does not know', systemError('ENOTFOUND', { syscall: 'getaddrinfo' }), true],
  ['a file that cannot be read', systemError('EACCES', { path: '/data/ca.pem' }), false],
  ['an error of Node itself', systemError('ERR_INVALID_ARG_TYPE'), false],
])('an error of Node can be retried only if the connection failed: %s', (_, error, expected) => {
  expect(canRetry(toDatabaseError(error))).toBe(expected);
});

import { expect, test } from 'vitest';
import { canRetry, toDatabaseError } from '../../../../batch/server/db/errors.js';

/** Returns an error of Node, as `pg` passes it on. */
const createSystemError = (code: string, more: object = {}) =>
  Object.assign(new Error(`connect ${code}`), { code, ...more });

test.each([
  ['a refused connection', createSystemError('ECONNREFUSED'), true],
  ['a temporary DNS failure', createSystemError('EAI_AGAIN', { syscall: 'getaddrinfo' }), true],
  ['a host that DNS cannot find', createSystemError('ENOTFOUND', { syscall: 'getaddrinfo' }), true],
  ['a file that cannot be read', createSystemError('EACCES', { path: '/data/ca.pem' }), false],
  ['a wrong argument', createSystemError('ERR_INVALID_ARG_TYPE'), false],
])('an error of Node allows a retry only if the connection failed: %s', (_, error, expected) => {
  expect(canRetry(toDatabaseError(error))).toBe(expected);
});

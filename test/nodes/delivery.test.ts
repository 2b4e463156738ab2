import { expect, test } from 'vitest';
import { toDelivery } from '../../nodes/shared/delivery.js';

const createError = (fields: object, cause?: unknown) =>
  Object.assign(new Error('failed', { cause }), fields);

test.each([
  ['a refused connection', 'not_sent', createError({ code: 'ECONNREFUSED' })],
  ['an unknown host', 'not_sent', createError({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
  ['an expired certificate', 'not_sent', createError({ code: 'CERT_HAS_EXPIRED' })],
  [
    'connecting without a route',
    'not_sent',
    createError({ code: 'EHOSTUNREACH', syscall: 'connect' }),
  ],
  [
    'a timeout while connecting',
    'not_sent',
    createError({ code: 'ETIMEDOUT', syscall: 'connect' }),
  ],
  [
    'an error caused by a refused connection',
    'not_sent',
    createError({}, createError({ code: 'ECONNREFUSED' })),
  ],
  [
    'failed connections to all addresses',
    'not_sent',
    createError({
      errors: [createError({ syscall: 'connect' }), createError({ syscall: 'connect' })],
    }),
  ],
  ['reading without a route', 'unknown', createError({ code: 'EHOSTUNREACH', syscall: 'read' })],
  ['a timeout', 'unknown', createError({ code: 'ETIMEDOUT' })],
  ['an aborted connection', 'unknown', createError({ code: 'ECONNABORTED' })],
  ['a reset connection', 'unknown', createError({ code: 'ECONNRESET', syscall: 'read' })],
  ['an error without a code', 'unknown', createError({})],
  ['a thrown text', 'unknown', 'failed'],
])('the delivery after %s is %s', (_what, delivery, error) => {
  expect(toDelivery(error).delivery).toBe(delivery);
});

test('the reason contains no error code, because n8n would replace the code with its own advice', () => {
  for (const code of ['ECONNRESET', 'ETIMEDOUT', 'ECONNREFUSED', 'ENOTFOUND']) {
    expect(toDelivery(createError({ code })).reason).not.toMatch(/[A-Z]{4}/);
  }
});

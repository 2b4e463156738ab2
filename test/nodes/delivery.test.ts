import { describe, expect, test } from 'vitest';
import { toDelivery } from '../../nodes/shared/delivery.js';

const errorWith = (fields: object, cause?: unknown) =>
  Object.assign(new Error('failed', { cause }), fields);

describe('the delivery of a request after an error', () => {
  test.each([
    ['refused', errorWith({ code: 'ECONNREFUSED' }), 'not_sent'],
    ['an unknown host', errorWith({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), 'not_sent'],
    ['a bad certificate', errorWith({ code: 'CERT_HAS_EXPIRED' }), 'not_sent'],
    ['no route', errorWith({ code: 'EHOSTUNREACH', syscall: 'connect' }), 'not_sent'],
    ['a connect timeout', errorWith({ code: 'ETIMEDOUT', syscall: 'connect' }), 'not_sent'],
    ['a wrapped refusal', errorWith({}, errorWith({ code: 'ECONNREFUSED' })), 'not_sent'],
    [
      'all addresses refused',
      errorWith({ errors: [errorWith({ syscall: 'connect' }), errorWith({ syscall: 'connect' })] }),
      'not_sent',
    ],
    ['a route lost on the way', errorWith({ code: 'EHOSTUNREACH', syscall: 'read' }), 'unknown'],
    ['a timeout', errorWith({ code: 'ETIMEDOUT' }), 'unknown'],
    ['aborted', errorWith({ code: 'ECONNABORTED' }), 'unknown'],
    ['reset', errorWith({ code: 'ECONNRESET', syscall: 'read' }), 'unknown'],
    ['an error without a code', errorWith({}), 'unknown'],
    ['something that is no error', 'failed', 'unknown'],
  ])('%s', (_what, error, delivery) => {
    expect(toDelivery(error).delivery).toBe(delivery);
  });
});

test('gives reasons in words, because n8n replaces error codes by its own advice', () => {
  for (const code of ['ECONNRESET', 'ETIMEDOUT', 'ECONNREFUSED', 'ENOTFOUND']) {
    expect(toDelivery(errorWith({ code })).reason).not.toMatch(/[A-Z]{4}/);
  }
});

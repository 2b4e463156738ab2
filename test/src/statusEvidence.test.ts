import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../src/answer.js';
import type { Evidence } from '../../src/decisionTable.js';

const bodies = {
  nothing: '',
  page: '<html>Conflict</html>',
  'platform error': { statusCode: 409, body: { status: 'ERROR', message: 'Busy' } },
  'partial envelope': { status: 'error', message: 'Conflict' },
  envelope: { status: 'error', success: false, message: 'Employee ID is missing' },
  'refused token': { status: 'error', success: false, message: 'Invalid Auth' },
} as const;
type BodyKind = keyof typeof bodies;

function readEvidence(httpStatus: number, kind: BodyKind, retryAfter?: string): Evidence {
  const body = bodies[kind];
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answered = { delivery: 'answered', httpStatus, body: text, complete: true } as const;
  return readAnswer('rwa_create', { ...answered, retryAfter }, 0).evidence;
}

const listStatuses = (first: number, last: number, except: readonly number[] = []) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
    (status) => !except.includes(status),
  );

// According to RFC 9110 and RFC 6585, these statuses mean that the request was not carried out.
const neverCarriedOut = [400, 404, 405, 411, 413, 414, 415, 417, 421, 422, 426, 431];

/**
 * The evidence by HTTP status and body. A 5xx or 408 counts more than an envelope: the service may
 * send one after the commit, and a request that counts as refused is sent again.
 */
const table: [string, number[], withoutEnvelope: Evidence, envelope: Evidence, token: Evidence][] =
  [
    ['408', [408], 'no_answer', 'no_answer', 'no_answer'],
    ['every 5xx', listStatuses(500, 599), 'no_answer', 'no_answer', 'no_answer'],
    ['429', [429], 'rate_limited', 'rate_limited', 'rate_limited'],
    ['401 and 403', [401, 403], 'unauthorized', 'unauthorized', 'unauthorized'],
    [
      'a 4xx for a request that was not carried out',
      neverCarriedOut,
      'refused',
      'refused',
      'unauthorized',
    ],
    [
      'any other 4xx',
      listStatuses(400, 499, [...neverCarriedOut, 401, 403, 408, 429]),
      'unexplained',
      'refused',
      'unauthorized',
    ],
    ['a redirect', listStatuses(300, 399), 'unreadable', 'unreadable', 'unreadable'],
    ['1xx', listStatuses(100, 199), 'unreadable', 'unreadable', 'unreadable'],
    ['2xx', listStatuses(200, 299), 'unreadable', 'refused', 'unauthorized'],
  ];

describe('the evidence from an HTTP status', () => {
  test.each(table)('%s', (_, httpStatuses, withoutEnvelope, envelope, token) => {
    for (const status of httpStatuses) {
      for (const kind of ['nothing', 'page', 'platform error'] as const) {
        expect([status, kind, readEvidence(status, kind)]).toEqual([status, kind, withoutEnvelope]);
      }
      expect([status, readEvidence(status, 'envelope')]).toEqual([status, envelope]);
      expect([status, readEvidence(status, 'refused token')]).toEqual([status, token]);
    }
  });

  test('a 503 with Retry-After is unavailable, with any body', () => {
    for (const kind of Object.keys(bodies) as BodyKind[]) {
      expect(readEvidence(503, kind, '1')).toBe('unavailable');
    }
  });

  test('an error without success: false, as many proxies send it, is a refusal with 200 or 422, but not with 409 or 499', () => {
    expect(readEvidence(409, 'partial envelope')).toBe('unexplained');
    expect(readEvidence(499, 'partial envelope')).toBe('unexplained');
    expect(readEvidence(422, 'partial envelope')).toBe('refused');
    expect(readEvidence(200, 'partial envelope')).toBe('refused');
  });
});

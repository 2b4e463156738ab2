import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../src/answer.js';
import type { Evidence } from '../../src/decisionTable.js';

const bodies = {
  nothing: '',
  page: '<html>Conflict</html>',
  'a platform': { statusCode: 409, body: { status: 'ERROR', message: 'Busy' } },
  'half an envelope': { status: 'error', message: 'Conflict' },
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

const statuses = (first: number, last: number, except: readonly number[] = []) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
    (status) => !except.includes(status),
  );

// According to RFC 9110 and RFC 6585, these statuses mean that the request was not carried out.
const neverCarriedOut = [400, 404, 405, 411, 413, 414, 415, 417, 421, 422, 426, 431];

/**
 * The evidence by HTTP status: from an answer without an envelope, with one, and with one that
 * refuses the token. Some statuses count more than an envelope: the service may write one in a 5xx
 * or a 408 after the commit, and if that counted as a refusal, the request would be sent twice.
 */
const table: [string, number[], withoutEnvelope: Evidence, envelope: Evidence, token: Evidence][] =
  [
    ['408', [408], 'no_answer', 'no_answer', 'no_answer'],
    ['every 5xx', statuses(500, 599), 'no_answer', 'no_answer', 'no_answer'],
    ['429', [429], 'rate_limited', 'rate_limited', 'rate_limited'],
    ['401 and 403', [401, 403], 'unauthorized', 'unauthorized', 'unauthorized'],
    ['a 4xx without an effect', neverCarriedOut, 'refused', 'refused', 'unauthorized'],
    [
      'any other 4xx',
      statuses(400, 499, [...neverCarriedOut, 401, 403, 408, 429]),
      'unexplained',
      'refused',
      'unauthorized',
    ],
    ['a redirect', statuses(300, 399), 'unreadable', 'unreadable', 'unreadable'],
    ['1xx', statuses(100, 199), 'unreadable', 'unreadable', 'unreadable'],
    ['2xx', statuses(200, 299), 'unreadable', 'refused', 'unauthorized'],
  ];

describe('the evidence from an HTTP status', () => {
  test.each(table)('%s', (_, httpStatuses, withoutEnvelope, envelope, token) => {
    for (const status of httpStatuses) {
      for (const kind of ['nothing', 'page', 'a platform'] as const) {
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

  test('an error without success: false, as many proxies send it, is a refusal at 200 and 422, but not at 409', () => {
    expect(readEvidence(409, 'half an envelope')).toBe('unexplained');
    expect(readEvidence(499, 'half an envelope')).toBe('unexplained');
    expect(readEvidence(422, 'half an envelope')).toBe('refused');
    expect(readEvidence(200, 'half an envelope')).toBe('refused');
  });
});

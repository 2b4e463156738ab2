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

function evidenceOf(httpStatus: number, kind: BodyKind, retryAfter?: string): Evidence {
  const body = bodies[kind];
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answered = { delivery: 'answered', httpStatus, body: text, complete: true } as const;
  return readAnswer('rwa_create', { ...answered, retryAfter }, 0).evidence;
}

const statuses = (first: number, last: number, except: readonly number[] = []) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
    (status) => !except.includes(status),
  );

// RFC 9110 and its kin define these by the request alone: it was not carried out.
const neverCarriedOut = [400, 404, 405, 411, 413, 414, 415, 417, 421, 422, 426, 431];

/**
 * The design's table by HTTP status, in the order in which it decides: what says that the service may
 * have done it, or asks to wait, comes before the envelope. An envelope in a 5xx or a 408 may be
 * written after the commit; that it is "an application error, whatever its HTTP status" would then
 * send twice.
 */
const table: [string, number[], withoutEnvelope: Evidence, envelope: Evidence, token: Evidence][] =
  [
    ['408', [408], 'no_answer', 'no_answer', 'no_answer'],
    ['every 5xx', statuses(500, 599), 'no_answer', 'no_answer', 'no_answer'],
    ['429', [429], 'rate_limited', 'rate_limited', 'rate_limited'],
    ['401 and 403', [401, 403], 'unauthorized', 'unauthorized', 'unauthorized'],
    ['a 4xx that was not carried out', neverCarriedOut, 'refused', 'refused', 'unauthorized'],
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

describe('what an HTTP status proves', () => {
  test.each(table)('%s', (_, all, withoutEnvelope, envelope, token) => {
    for (const status of all) {
      for (const kind of ['nothing', 'page', 'a platform'] as const) {
        expect([status, kind, evidenceOf(status, kind)]).toEqual([status, kind, withoutEnvelope]);
      }
      expect([status, evidenceOf(status, 'envelope')]).toEqual([status, envelope]);
      expect([status, evidenceOf(status, 'refused token')]).toEqual([status, token]);
    }
  });

  test('a 503 that says when to come back is told from the others, whatever its body', () => {
    for (const kind of Object.keys(bodies) as BodyKind[]) {
      expect(evidenceOf(503, kind, '1')).toBe('unavailable');
    }
  });

  test('an error that lacks success: false, as many a proxy writes it, proves nothing at 409', () => {
    expect(evidenceOf(409, 'half an envelope')).toBe('unexplained');
    expect(evidenceOf(499, 'half an envelope')).toBe('unexplained');
    expect(evidenceOf(422, 'half an envelope')).toBe('refused');
    expect(evidenceOf(200, 'half an envelope')).toBe('refused');
  });
});

import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../src/operations.js';
import { readInWords, tripResult } from './examples.js';
import { serviceMessages } from '../serviceMessages.js';

const nowMs = Date.parse('2026-11-21T10:00:00.000Z');

interface Response {
  status?: number;
  retryAfter?: string;
  complete?: boolean;
}

function read(body: unknown, response: Response = {}, operation: OperationName = 'rwa_create') {
  const { status = 200, retryAfter, complete = true } = response;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readInWords(
    operation,
    { delivery: 'answered', httpStatus: status, body: text, complete, retryAfter },
    nowMs,
  );
}

const created = { status: 'success', response: { assessment_id: 'a-1' } };
const baseUrlHint =
  'Check that the base URL is that of the service and ends before the name of the operation.';

describe('a request without an answer', () => {
  test('is reported as not sent only if that is certain', () => {
    expect(readInWords('rwa_create', { delivery: 'not_sent', reason: 'refused' }, 0)).toEqual({
      evidence: 'not_sent',
      message: 'The service could not be reached: refused',
    });
    expect(readInWords('rwa_create', { delivery: 'unknown', reason: 'reset' }, 0)).toEqual({
      evidence: 'no_answer',
      message: 'No answer: reset',
    });
  });
});

describe('a success', () => {
  test.each<[OperationName, unknown, unknown]>([
    ['rwa_create', created, { assessmentId: 'a-1', redirectUrl: undefined }],
    [
      'rwa_create',
      { status: 'success', assessment_id: 'a-1', redirect_url: 'u' },
      { assessmentId: 'a-1', redirectUrl: 'u' },
    ],
    ['rwa_retrieve', { status: 'success', data: tripResult }, tripResult],
    [
      'rwa_retrieve',
      { status: 'success', data: { ...tripResult, status: 'Pending', more: [1] } },
      { ...tripResult, status: 'Pending', more: [1] },
    ],
    [
      'rwa_update',
      { status: 'success', success: true, message: serviceMessages.decisionUpdated },
      { message: serviceMessages.decisionUpdated },
    ],
    ['create_pending_user', { status: 'success', response: { user_id: 'u-1' } }, { userId: 'u-1' }],
    [
      'remove_user_access',
      { status: 'success', success: true, role: 'Remove Access' },
      { role: 'Remove Access' },
    ],
  ])('is read for %s: %j', (operation, body, value) => {
    expect(read(body, {}, operation)).toEqual({ evidence: 'success', value });
    expect(read(body, { status: 201 }, operation)).toEqual({ evidence: 'success', value });
  });

  test('is read if a byte order mark precedes it', () => {
    expect(read(`\uFEFF${JSON.stringify(created)}`)).toMatchObject({ evidence: 'success' });
  });

  test.each(['__proto__', '\\u005f_proto__', '__\\u0070roto__'])(
    'cannot change the prototype through the key %s',
    (key) => {
      const data = JSON.stringify(tripResult).replace('{', `{"${key}":{"status":"Rejected"},`);
      const answer = read(`{"status":"success","data":${data}}`, {}, 'rwa_retrieve');
      expect(answer).toEqual({ evidence: 'success', value: tripResult });
      expect(answer.evidence === 'success' && 'status' in answer.value).toBe(false);
    },
  );
});

describe('a clear refusal', () => {
  const field = 'managerId';
  const message = serviceMessages.managerRequired;

  test.each([[200], [201], [400], [404], [409], [422]])(
    'is read at HTTP %d, word for word',
    (status) => {
      expect(read({ status: 'error', success: false, message: 'Not Found' }, { status })).toEqual({
        evidence: 'refused',
        message: 'Not Found',
        serviceMessage: 'Not Found',
      });
      const errors = [{ field, message }];
      expect(read({ status: 'error', success: false, errors }, { status })).toEqual({
        evidence: 'refused',
        message,
        errors,
        field,
      });
    },
  );

  test('keeps both its message and its errors', () => {
    const errors = [
      { field, message },
      { field: 'note', message: 'Too long' },
    ];
    expect(read({ status: 'error', message: 'Refused', errors })).toEqual({
      evidence: 'refused',
      message: `Refused; ${message}; Too long`,
      serviceMessage: 'Refused',
      errors,
      field,
    });
  });

  test.each([
    ['a null message', { message: null, errors: [{ field, message }] }],
    ['an empty message', { message: '', errors: [{ field, message }] }],
    [
      'unusable errors beside a usable one',
      { errors: [null, 'x', { field: 'y' }, { field, message }] },
    ],
    ['the same text in message and errors', { message, errors: [{ field, message }] }],
  ])('is still read with %s', (_, body) => {
    expect(read({ status: 'error', ...body })).toMatchObject({
      evidence: 'refused',
      message,
      errors: [{ field, message }],
      field,
    });
  });

  test.each([
    ['errors that are empty', []],
    ['errors that are null', null],
    ['errors that are a text', 'many'],
  ])('is still read with %s', (_, errors) => {
    expect(read({ status: 'error', message, errors })).toEqual({
      evidence: 'refused',
      message,
      serviceMessage: message,
    });
  });

  test('keeps only the field and the message of an error, as other parts may contain inputs', () => {
    const errors = [{ field, message, received: 'Jane Doe' }];
    const { errors: kept } = read({ status: 'error', errors }) as { errors: unknown };
    expect(kept).toEqual([{ field, message }]);
  });

  test('has no field if its error names none', () => {
    expect(read({ status: 'error', errors: [{ message }] })).toEqual({
      evidence: 'refused',
      message,
      errors: [{ field: '', message }],
    });
  });

  test.each([
    [400, 'Bad Request', 'The service answered HTTP 400 with "Bad Request".', undefined],
    [
      400,
      '{"statusCode":400}',
      'The service answered HTTP 400 with "{"statusCode":400}".',
      undefined,
    ],
    [404, '<!doctype html>', 'The service answered HTTP 404 with a web page.', baseUrlHint],
    [413, '', 'The service answered HTTP 413.', undefined],
    [
      422,
      '{"status":"error"}',
      'The service answered HTTP 422 with "{"status":"error"}".',
      undefined,
    ],
  ])('is recognised at HTTP %d: %s', (status, body, message, hint) => {
    expect(read(body, { status })).toEqual({ evidence: 'refused', message, hint });
  });
});

describe('an error of the platform below the service', () => {
  const platform = (
    message: unknown,
    status: unknown = 'MISSING_DATA',
    statusCode: unknown = 400,
  ) => ({
    statusCode,
    body: { status, message },
  });

  test.each([
    [400, 'refused', undefined],
    [404, 'refused', baseUrlHint],
    [409, 'unexplained', undefined],
    [401, 'unauthorized', undefined],
    [500, 'no_answer', undefined],
    [503, 'no_answer', undefined],
  ])(
    'is reported in its own words at HTTP %d, and proves no more than this status',
    (status, evidence, hint) => {
      expect(read(platform('Missing parameter for workflow: employeeId'), { status })).toEqual({
        evidence,
        message: `HTTP ${status}: Missing parameter for workflow: employeeId`,
        hint,
      });
    },
  );

  test.each([
    [platform('', 'NOT_RUN'), 'HTTP 400: NOT_RUN'],
    [platform(null, 'NOT_RUN'), 'HTTP 400: NOT_RUN'],
    [platform('x'.repeat(5_000)), `HTTP 400: ${'x'.repeat(2_000)}…`],
    [platform('Who is Bearer s3cret?'), 'HTTP 400: Who is Bearer (token)'],
  ])(
    'is reported with its message, shortened and without a token, or with its code if the message is empty: %j',
    (body, message) => {
      expect(read(body, { status: 400 })).toMatchObject({ message });
    },
  );

  test.each([
    [platform(' ', ' ')],
    [platform(7, 7)],
    [platform('No', 'NO', 'many')],
    [{ statusCode: 400, body: 'No' }],
    [{ body: { message: 'No' } }],
  ])('is not recognised in %j, which only resembles it', (body) => {
    expect(read(body, { status: 400 })).toMatchObject({
      message: expect.stringMatching(/^The service answered HTTP 400 with/) as string,
    });
  });

  test('breaks the contract at HTTP 200', () => {
    expect(read(platform('Workflow error'))).toEqual({
      evidence: 'unreadable',
      message: 'The answer has no status from the contract; it says: Workflow error',
      field: 'status',
    });
  });
});

describe('a refused token', () => {
  test.each([['Invalid Auth'], ['Invalid authorization token']])(
    'has the message %s',
    (message) => {
      for (const status of [200, 400]) {
        expect(read({ status: 'error', success: false, message }, { status })).toEqual({
          evidence: 'unauthorized',
          message,
          serviceMessage: message,
        });
      }
      const errors = [{ field: 'authorization', message }];
      expect(read({ status: 'error', errors })).toMatchObject({ evidence: 'unauthorized' });
    },
  );

  test.each([[401], [403]])('is HTTP %d, even if the body has another error', (status) => {
    expect(read('', { status })).toEqual({
      evidence: 'unauthorized',
      message: `The service answered HTTP ${status}.`,
    });
    expect(read({ status: 'error', message: 'Not Found' }, { status })).toMatchObject({
      evidence: 'unauthorized',
      message: `HTTP ${status}: Not Found`,
    });
  });

  test('is not recognised in a text that only resembles it', () => {
    expect(read({ status: 'error', message: 'invalid auth' }).evidence).toBe('refused');
  });
});

describe('an answer that leaves the outcome open', () => {
  test.each([[408], [500], [501], [502], [503], [504], [520], [599]])('is HTTP %d', (status) => {
    expect(read('', { status })).toEqual({
      evidence: 'no_answer',
      message: `The service answered HTTP ${status}.`,
    });
    const message = 'Invalid Auth';
    expect(read({ status: 'error', message }, { status })).toMatchObject({
      evidence: 'no_answer',
      message: `HTTP ${status}: Invalid Auth`,
    });
  });

  test.each([
    // An incomplete answer may contain scores and personal data, so it is not quoted.
    ['{"status":"succ', 'The answer is incomplete JSON.', undefined],
    [' [1, 2', 'The answer is incomplete JSON.', undefined],
    ['{"status":"}', 'The answer is incomplete JSON.', undefined],
    ['{"status":"success"} oops', 'The answer is JSON followed by other text.', undefined],
    ['{"a":"}\\"{"}{"b":1}', 'The answer is JSON followed by other text.', undefined],
    ['{"status": success}', 'The answer is not valid JSON.', undefined],
    ['[}', 'The answer is not valid JSON.', undefined],
    ['', 'The answer is not JSON but empty.', undefined],
    [' \n', 'The answer is not JSON but empty.', undefined],
    [' <html><p>Hello', 'The answer is not JSON but a web page.', baseUrlHint],
    ['OK', 'The answer is not JSON but "OK".', undefined],
  ])('is not JSON: %j', (body, message, hint) => {
    expect(read(body)).toEqual({ evidence: 'unreadable', message, hint });
  });

  test('has a body that cannot be read, unless its HTTP status is a refusal', () => {
    const exchange = {
      delivery: 'answered',
      body: '',
      complete: true,
      unreadable: 'is "br"',
    } as const;
    expect(readInWords('rwa_create', { ...exchange, httpStatus: 200 }, 0)).toEqual({
      evidence: 'unreadable',
      message: 'The answer is "br".',
      field: 'Content-Encoding',
    });
    expect(readInWords('rwa_create', { ...exchange, httpStatus: 409 }, 0)).toMatchObject({
      evidence: 'unexplained',
      message: 'The service answered HTTP 409; the answer is "br".',
    });
    expect(readInWords('rwa_create', { ...exchange, httpStatus: 400 }, 0).evidence).toBe('refused');
  });

  test('was cut short, even if the received part is valid JSON', () => {
    expect(read(created, { complete: false })).toEqual({
      evidence: 'unreadable',
      message: 'The answer was cut short.',
    });
    const refusal = { status: 'error', message: 'Invalid Auth' };
    expect(read(refusal, { complete: false }).evidence).toBe('unreadable');
  });

  test.each([
    [
      { status: 'error', success: true, message: 'No' },
      'The answer contradicts itself: the status is error, but success is true.',
    ],
    [
      { ...created, success: false },
      'The answer contradicts itself: the status is success, but success is false.',
    ],
  ])('contradicts itself: %j', (body, message) => {
    expect(read(body)).toEqual({ evidence: 'unreadable', message, field: 'success' });
  });

  describe('is an error that contains a created ID', () => {
    const error = { status: 'error', success: false, message: 'Please try again' };
    const createContradiction = (name: string, id: string) => ({
      evidence: 'unreadable',
      message: expect.stringMatching(
        `^The answer contradicts itself: it is an error, but has the ${name} "${id}". It says: `,
      ) as string,
      field: 'status',
    });

    test.each([[200], [201], [400], [401], [403], [404], [409], [422], [429]])(
      'at HTTP %d',
      (status) => {
        for (const body of [
          { ...error, assessment_id: 'a-1' },
          { ...error, response: { assessment_id: 'a-1' } },
          { status: 'error', errors: [{ field: 'x', message: 'No' }], assessment_id: 'a-1' },
          { ...error, message: 'Invalid Auth', assessment_id: 'a-1' },
        ]) {
          expect(read(body, { status })).toEqual(createContradiction('assessment_id', 'a-1'));
        }
      },
    );

    test('also if the ID is a number, or belongs to an invitation', () => {
      expect(read({ ...error, assessment_id: 7 })).toEqual(
        createContradiction('assessment_id', '7'),
      );
      const invited = { ...error, response: { user_id: 'u-1' } };
      expect(read(invited, {}, 'create_pending_user')).toEqual(
        createContradiction('user_id', 'u-1'),
      );
    });

    test('but not if the ID is empty, or the operation creates nothing', () => {
      for (const assessment_id of ['', ' ', null, {}]) {
        expect(read({ ...error, assessment_id }).evidence).toBe('refused');
      }
      const other = { ...error, assessment_id: 'a-1' };
      expect(read(other, {}, 'rwa_update').evidence).toBe('refused');
      expect(read(other, {}, 'rwa_retrieve').evidence).toBe('refused');
    });
  });

  test.each([
    [null, 'The answer has no status.'],
    [[], 'The answer has no status.'],
    ['"success"', 'The answer has no status.'],
    [{ response: { assessment_id: 'a-1' } }, 'The answer has no status.'],
    [{ success: false, message: 'Pending' }, 'The answer has no status.'],
    [{ status: 200 }, 'The answer has no status.'],
    [{ status: 'ok' }, 'The answer has the status "ok".'],
    [{ status: 'Success' }, 'The answer has the status "Success".'],
    [{ status: 'constructor' }, 'The answer has the status "constructor".'],
    [{ status: 'error' }, 'The answer is an error without a reason.'],
    [{ status: 'error', errors: [] }, 'The answer is an error without a reason.'],
    [{ status: 'error', message: ' ' }, 'The answer is an error without a reason.'],
  ])('has no status from the contract, or is an error without a reason: %j', (body, message) => {
    expect(read(body)).toEqual({ evidence: 'unreadable', message, field: 'status' });
  });

  test.each<[OperationName, unknown, string, string]>([
    ['rwa_create', {}, 'response.assessment_id', 'is missing'],
    ['rwa_create', { assessment_id: 7 }, 'response.assessment_id', 'is the number 7, not text'],
    ['rwa_retrieve', {}, 'data', 'is missing'],
    ['rwa_retrieve', { data: [] }, 'data', 'is not as in the contract'],
    ['create_pending_user', { response: {} }, 'response.user_id', 'is missing'],
    ['create_pending_user', { response: { user_id: ' ' } }, 'response.user_id', 'is missing'],
    ['create_pending_user', { response: { user_id: 5 } }, 'response.user_id', 'is not text'],
    [
      'create_pending_user',
      { response: { user_id: 'u'.repeat(201) } },
      'response.user_id',
      'is too long',
    ],
    ['remove_user_access', { role: 'Approver' }, 'role', 'is not as in the contract'],
  ])(
    'is a success of %s with a required field that is missing or wrong: %j',
    (operation, body, field, problem) => {
      expect(read({ status: 'success', ...(body as object) }, {}, operation)).toEqual({
        evidence: 'unreadable',
        message: `The answer breaks the contract: ${field} ${problem}.`,
        field,
      });
    },
  );

  test.each([[301], [302], [303], [307], [308], [304], [101]])('is HTTP %d', (status) => {
    expect(read('', { status })).toEqual({
      evidence: 'unreadable',
      message: `The service answered HTTP ${status}.`,
      hint: baseUrlHint,
    });
  });

  test.each([[400], [401], [404], [408], [429]])('is a success at HTTP %d', (status) => {
    for (const body of [created, { status: 'error', success: true, message: 'No' }]) {
      expect(read(body, { status })).toEqual({
        evidence: 'unreadable',
        message: `The answer reports a success, but has HTTP status ${status}.`,
        field: 'status',
      });
    }
  });
});

describe('an answer that asks to wait', () => {
  test.each([
    ['10', 10_000, '10 s'],
    [' 0 ', 0, '0 s'],
    ['3600', 3_600_000, '3600 s'],
    ['3601', 3_601_000, 'until 2026-11-21 11:00 UTC'],
    ['Sat, 21 Nov 2026 10:02:00 GMT', 120_000, '120 s'],
    ['Saturday, 21-Nov-26 10:00:30 GMT', 30_000, '30 s'],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0, '0 s'],
    ['Tue, 01 Jan 2199 08:30:00 GMT', 5_431_357_800_000, 'until 2199-01-01 08:30 UTC'],
    ['9'.repeat(400), Infinity, 'until 9999-12-31 00:00 UTC'],
  ])('states its wait in Retry-After: %s', (retryAfter, retryAfterMs, wait) => {
    const message = (status: number) =>
      `The service answered HTTP ${status}; it asks us to wait ${wait}.`;
    expect(read('', { status: 429, retryAfter })).toEqual({
      evidence: 'rate_limited',
      message: message(429),
      retryAfterMs,
    });
    expect(read('', { status: 503, retryAfter })).toEqual({
      evidence: 'unavailable',
      message: message(503),
      retryAfterMs,
    });
  });

  test.each([
    ['no header', {}],
    ...['', 'soon', '-5', '1.5', '5 minutes'].map(
      (retryAfter) => [`"${retryAfter}"`, { retryAfter }] as const,
    ),
  ] as const)(
    'is rate_limited without a wait at HTTP 429, and no_answer at HTTP 503, if it has no valid time: %s',
    (_name, header) => {
      expect(read('', { status: 429, ...header })).toEqual({
        evidence: 'rate_limited',
        message: 'The service answered HTTP 429.',
      });
      expect(read('', { status: 503, ...header }).evidence).toBe('no_answer');
    },
  );

  test('is reported in the words of the service', () => {
    const body = { status: 'error', message: 'Too many requests' };
    expect(read(body, { status: 429, retryAfter: '3' })).toMatchObject({
      evidence: 'rate_limited',
      message: 'HTTP 429: Too many requests',
      retryAfterMs: 3_000,
    });
  });
});

describe('a hostile answer', () => {
  test('cannot have a message that does not fit into a cell', () => {
    const answer = read({ status: 'error', message: 'x'.repeat(5_000_000) });
    expect(answer).toMatchObject({ evidence: 'refused', message: `${'x'.repeat(2_000)}…` });
    const page = read('y'.repeat(5_000_000));
    expect(page).toMatchObject({ message: `The answer is not JSON but "${'y'.repeat(160)}…".` });
    expect(read({ status: 'z'.repeat(5_000_000) })).toMatchObject({ evidence: 'unreadable' });
  });

  test.each([{ status: 'success' }, { success: true }])(
    'is not quoted at HTTP 500 if it reports a success, because it may contain scores: %j',
    (envelope) => {
      const answer = read({ ...envelope, overallTrip: 7.5 }, { status: 500 });
      expect(answer).toMatchObject({ evidence: 'no_answer' });
      expect(JSON.stringify(answer)).not.toContain('7.5');
    },
  );

  test('is unreadable if it is deeply nested', () => {
    expect(read('['.repeat(100_000) + ']'.repeat(100_000)).evidence).toBe('unreadable');
  });

  test.each([
    [200, { status: 'error', message: 'Who is Bearer s3cret?' }],
    [200, { status: 'error', errors: [{ field: 'x', message: 'Authorization: Bearer s3cret' }] }],
    [200, 'Authorization: Bearer s3cret'],
    [200, `${'x'.repeat(150)} Bearer s3cret-and-cut`],
    [400, '{"authorization":"Bearer s3cret"}'],
    [500, { status: 'error', message: 'Bearer: s3cret' }],
  ])('cannot put the token into a message (HTTP %d %j)', (status, body) => {
    const answer = read(body, { status });
    expect(JSON.stringify(answer)).not.toContain('s3');
  });
});

test('a failed transport cannot put the token into a message', () => {
  const exchange = { delivery: 'unknown', reason: 'bad header Bearer s3cret' } as const;
  expect(readInWords('rwa_create', exchange, 0)).toMatchObject({
    message: 'No answer: bad header Bearer (token)',
  });
});

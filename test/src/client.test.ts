import { afterEach, describe, expect, test } from 'vitest';
import { type BaseUrl, readBaseUrl } from '../../src/baseUrl.js';
import type { CallOptions, SendRecord } from '../../src/callOptions.js';
import { Client } from '../../src/client.js';
import type { SenderOptions } from '../../src/sender.js';
import type { Failure, Result } from '../../src/failure.js';
import type { NewAssessment } from '../../src/assessment.js';
import type { Transport } from '../../src/transport.js';
import { type FakeTiming, createFakeTiming } from '../fakeTiming.js';
import { createNodeTransport } from '../http/nodeTransport.js';
import {
  startScriptedService,
  type ScriptedService,
  type Reaction,
} from '../http/scriptedService.js';
import { hire, trip, tripResult } from './examples.js';
import { serviceMessages } from '../serviceMessages.js';

const token = 'company-token-1';
const invitation = { first_name: 'A', last_name: 'B', email: 'a@example.com', staff_id: '007' };
const rejection = { assessmentId: 'a-1', status: 'Rejected', managerId: 'M-200' } as const;

const success = {
  create: { body: { status: 'success', response: { assessment_id: 'a-1', redirect_url: 'r' } } },
  retrieve: (more = {}): Reaction => ({
    body: { status: 'success', data: { ...tripResult, ...more } },
  }),
  update: { body: { status: 'success', message: serviceMessages.decisionUpdated } },
  invite: { body: { status: 'success', response: { user_id: 'u-1' } } },
  remove: { body: { status: 'success', success: true, role: 'Remove Access' } },
} satisfies Record<string, unknown>;

const error = (message: string, status = 200): Reaction => ({
  status,
  body: { status: 'error', success: false, message },
});
const http = (status: number, headers: Record<string, string> = {}): Reaction => ({
  status,
  headers,
  body: '',
});

/** A client, and the service that answers it with one reaction after another. */
interface Scene {
  client: Client;
  service: ScriptedService;
  timing: FakeTiming;
}

const services: ScriptedService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

function toBaseUrl(url: string): BaseUrl {
  const read = readBaseUrl(url);
  if (!read.ok) throw new Error(read.message);
  return read.baseUrl;
}

async function createScene(
  reactions: Reaction[],
  options: Partial<SenderOptions> = {},
  timing = createFakeTiming(),
): Promise<Scene> {
  const transport = createNodeTransport(token);
  const service = await startScriptedService(reactions, () => {
    transport.abortAll();
  });
  services.push(service);
  const baseUrl = toBaseUrl(service.url);
  return { service, timing, client: new Client({ baseUrl, transport, timing, ...options }) };
}

/** Creates a client for a port without a server. */
async function createSceneWithoutServer(options: Partial<SenderOptions> = {}): Promise<Scene> {
  const started = await createScene([], options);
  await started.service.close();
  return started;
}

/** Creates a record that lists its calls. */
function createRecorder() {
  const entries: string[] = [];
  const record: SendRecord = {
    intend: (attempt) => Promise.resolve(void entries.push(`intend ${attempt}`)),
    release: (reason) => Promise.resolve(void entries.push(`release ${reason}`)),
  };
  return { entries, record };
}

function readFailure(result: Result<unknown>): Failure {
  if (result.ok) throw new Error(`succeeded with ${JSON.stringify(result.value)}`);
  expect(JSON.stringify(result)).not.toContain(token);
  expect(result.failure.hint).toMatch(/^[A-Z].*\.$/);
  return result.failure;
}

describe('a request', () => {
  test('is a POST of the body with the token, to the operation below the base URL', async () => {
    const { client, service } = await createScene([success.create]);
    expect(await client.createAssessment(trip)).toEqual({
      ok: true,
      value: { assessmentId: 'a-1', redirectUrl: 'r' },
    });
    const authorization = `Bearer ${token}`;
    expect(service.requests).toEqual([{ operation: 'rwa_create', body: trip, authorization }]);
  });

  test('leaves out blanks and the inputs of the other purpose', async () => {
    const { client, service } = await createScene([success.create]);
    const both = { ...hire, pastTripsDuration: 3, managerId: ' ' };
    await client.createAssessment(both);
    expect(service.requests[0]?.body).toEqual(hire);
  });

  test('is not sent if it is invalid', async () => {
    const { client, service } = await createScene([]);
    const bad = { ...trip, employeeId: 5, foo: 1 } as unknown as NewAssessment;
    expect(readFailure(await client.createAssessment(bad))).toMatchObject({
      code: 'invalid_request',
      operation: 'rwa_create',
      delivery: 'not_sent',
      mayHaveTakenEffect: false,
      retryCanHelp: false,
      message: 'Employee ID: must be text; Unknown input foo',
      field: 'employeeId',
      problems: [{ field: 'employeeId' }, { field: 'foo' }],
    });
    const noStatus = { assessmentId: 'a-1' } as never;
    expect(readFailure(await client.updateAssessment(noStatus)).code).toBe('invalid_request');
    expect(readFailure(await client.retrieveRiskResult('')).code).toBe('invalid_request');
    expect(service.requests).toEqual([]);
  });

  test('is not sent if it was cancelled before', async () => {
    const { client, service } = await createScene([]);
    const { entries, record } = createRecorder();
    const options = { signal: AbortSignal.abort(), record };
    expect(readFailure(await client.createAssessment(trip, options))).toMatchObject({
      code: 'cancelled',
      delivery: 'not_sent',
      mayHaveTakenEffect: false,
      retryCanHelp: true,
    });
    expect([service.requests, entries]).toEqual([[], []]);
  });
});

describe('a call of the client', () => {
  test('retrieves the result, or reports that it is not ready or that the ID is unknown', async () => {
    const { client } = await createScene([
      success.retrieve(),
      error('Pending'),
      error('Not Found'),
    ]);
    expect(await client.retrieveRiskResult('a-1')).toEqual({
      ok: true,
      value: { ready: true, result: tripResult },
    });
    expect(await client.retrieveRiskResult('a-1')).toEqual({ ok: true, value: { ready: false } });
    expect(readFailure(await client.retrieveRiskResult('a-1'))).toMatchObject({
      code: 'not_found',
      message: 'Not Found',
      hint: 'Check the Assessment ID, and that the base URL and the company token belong to the environment and the company of the assessment.',
    });
  });

  test('refuses the result of another assessment', async () => {
    const { client } = await createScene([success.retrieve({ assessmentId: 'a-2' })]);
    expect(readFailure(await client.retrieveRiskResult('a-1'))).toMatchObject({
      code: 'contract_violation',
      field: 'data.assessmentId',
    });
  });

  test('resolves to the user ID after an invitation, and to the role after a removal', async () => {
    const { client, service } = await createScene([success.invite, success.remove]);
    expect(await client.createPendingUser(invitation)).toMatchObject({ value: { userId: 'u-1' } });
    expect(await client.removeUserAccess('007')).toMatchObject({
      value: { role: 'Remove Access' },
    });
    expect(service.requests.map(({ body }) => body)).toEqual([invitation, { staff_id: '007' }]);
  });

  test('sends an external event ID with a decision, and generates one if none is given', async () => {
    const { client, service } = await createScene([success.update, success.update, success.update]);
    const decided = await client.updateAssessment(rejection);
    const externalEventId = 'a-1-b5d4f4cb5cae484e';
    expect(decided).toEqual({
      ok: true,
      value: { message: serviceMessages.decisionUpdated, externalEventId },
    });
    await client.updateAssessment({ ...rejection, externalEventId: ' ', note: '' });
    await client.updateAssessment({ ...rejection, externalEventId: 'mine' });
    expect(service.requests.map(({ body }) => body)).toEqual([
      { ...rejection, externalEventId },
      { ...rejection, externalEventId },
      { ...rejection, externalEventId: 'mine' },
    ]);
  });
});

describe('removal outside of the test environment', () => {
  test('is refused without a request', async () => {
    const { service } = await createScene([]);
    const baseUrl = toBaseUrl(service.url.replace('/version-test', ''));
    const options = { baseUrl, transport: createNodeTransport(token), timing: createFakeTiming() };
    expect(readFailure(await new Client(options).removeUserAccess('007'))).toMatchObject({
      code: 'test_environment_only',
      delivery: 'not_sent',
      mayHaveTakenEffect: false,
      retryCanHelp: false,
    });
    expect(service.requests).toEqual([]);
  });
});

// After each of these reactions, it is unknown whether the request took effect.
const ambiguous: [string, Reaction][] = [
  ['a reset', 'reset'],
  ['a timeout', 'hang'],
  ['an answer cut short', 'cut short'],
  ['HTTP 408', http(408)],
  ['HTTP 409 of a proxy', http(409)],
  ['HTTP 409 with half an envelope', { status: 409, body: { status: 'error', message: 'Busy' } }],
  ['HTTP 423', http(423)],
  ['HTTP 425', http(425)],
  ['HTTP 499', http(499)],
  ['HTTP 500', http(500)],
  ['HTTP 500 with an error of the service', error('Invalid Auth', 500)],
  ['HTTP 502', http(502)],
  ['HTTP 503', http(503)],
  ['HTTP 503 with Retry-After', http(503, { 'retry-after': '1' })],
  ['HTTP 504', http(504)],
  ['a redirect', http(307, { location: 'http://127.0.0.1:1/' })],
  ['a web page', { body: '<html>' }],
  ['an empty answer', { body: '' }],
  ['no status', { body: { success: true } }],
  ['an unknown status', { body: { status: 'done' } }],
  ['an error without a reason', { body: { status: 'error' } }],
  ['a success without an identifier', { body: { status: 'success', response: {} } }],
  ['a success at HTTP 400', { ...success.create, status: 400 }],
  ['a success at HTTP 429', { ...success.create, status: 429 }],
];

describe('a creation or an invitation is never sent again after', () => {
  test.each(ambiguous)('%s', async (_, reaction) => {
    const { client, service, timing } = await createScene([
      reaction,
      reaction,
      success.create,
      success.invite,
    ]);
    for (const call of [
      (options: CallOptions) => client.createAssessment(trip, options),
      (options: CallOptions) => client.createPendingUser(invitation, options),
    ]) {
      const { entries, record } = createRecorder();
      expect(readFailure(await call({ record }))).toMatchObject({
        code: 'unconfirmed',
        mayHaveTakenEffect: true,
        retryCanHelp: false,
        hint: expect.stringContaining(
          'Check in the service whether it took effect before you send it again.',
        ) as string,
      });
      expect(entries).toEqual(['intend 1']);
    }
    expect(service.operations()).toEqual(['rwa_create', 'create_pending_user']);
    expect(timing.slept).toEqual([]);
  });
});

describe('a creation is sent again, and its record is released, after', () => {
  test.each([
    ['HTTP 429', http(429), 'rate_limited'],
    ['HTTP 429 with a time', http(429, { 'retry-after': '7' }), 'rate_limited'],
    ['HTTP 429 with an error', error('Too many', 429), 'rate_limited'],
  ])('%s', async (_, reaction, reason) => {
    const { client, service } = await createScene([reaction, reaction, success.create]);
    const { entries, record } = createRecorder();
    expect(await client.createAssessment(trip, { record })).toMatchObject({ ok: true });
    expect(service.requests.length).toBe(3);
    expect(entries).toEqual([
      'intend 1',
      `release ${reason}`,
      'intend 2',
      `release ${reason}`,
      'intend 3',
    ]);
  });

  test('a refused connection, until the attempts are used up', async () => {
    const { client, timing } = await createSceneWithoutServer({ maxAttempts: 3 });
    const { entries, record } = createRecorder();
    expect(readFailure(await client.createAssessment(trip, { record }))).toMatchObject({
      code: 'not_sent',
      delivery: 'not_sent',
      mayHaveTakenEffect: false,
      retryCanHelp: true,
    });
    expect(entries).toEqual(
      [1, 2, 3].flatMap((attempt) => [`intend ${attempt}`, 'release not_sent']),
    );
    expect(timing.slept.length).toBe(2);
  });
});

describe('the record is released if the service refused the request', () => {
  test.each([
    ['a message', error('Employee ID is missing'), 'refused', 'refused'],
    ['HTTP 422', http(422), 'refused', 'refused'],
    ['HTTP 409 with a message of the service', error('Taken', 409), 'refused', 'refused'],
    ['a refused token', error('Invalid Auth'), 'unauthorized', 'unauthorized'],
    ['HTTP 401', http(401), 'unauthorized', 'unauthorized'],
  ])('%s', async (_, reaction, code, reason) => {
    const { client, service } = await createScene([reaction]);
    const { entries, record } = createRecorder();
    const failure = readFailure(await client.createAssessment(trip, { record }));
    const prospects = { mayHaveTakenEffect: false, retryCanHelp: false };
    expect(failure).toMatchObject({ code, delivery: 'answered', ...prospects });
    expect(entries).toEqual(['intend 1', `release ${reason}`]);
    expect(service.requests.length).toBe(1);
  });
});

describe('the record of a request', () => {
  test('is kept after a success, and is not used by a retrieval', async () => {
    const { client } = await createScene([
      success.create,
      success.retrieve(),
      http(500),
      success.retrieve(),
    ]);
    const { entries, record } = createRecorder();
    await client.createAssessment(trip, { record });
    await client.retrieveRiskResult('a-1', { record });
    await client.retrieveRiskResult('a-1', { record });
    expect(entries).toEqual(['intend 1']);
  });

  test('is written once more if the transport has delayed the request for more than 5 s', async () => {
    const { service } = await createScene([success.create, success.create]);
    const { entries, record } = createRecorder();
    let nowMs = 0;
    const createDelayedTransport = (delayMs: number): Transport => ({
      async post(request) {
        nowMs += delayMs;
        await request.afterDelay?.();
        entries.push(`sent ${delayMs}`);
        return createNodeTransport(token).post(request);
      },
    });
    const timing = { ...createFakeTiming(), now: () => nowMs };
    for (const delayMs of [5_000, 5_001]) {
      const baseUrl = toBaseUrl(service.url);
      const client = new Client({ baseUrl, transport: createDelayedTransport(delayMs), timing });
      await client.createAssessment(trip, { record });
    }
    expect(entries).toEqual(['intend 1', 'sent 5000', 'intend 1', 'intend 1', 'sent 5001']);
  });

  test('is written before the request is sent', async () => {
    const { client, service } = await createScene([success.create]);
    const record = {
      ...createRecorder().record,
      intend: () => Promise.reject(new Error('disk full')),
    };
    await expect(client.createAssessment(trip, { record })).rejects.toThrow('disk full');
    expect(service.requests).toEqual([]);
  });
});

describe('a refusal contains the words of the service', () => {
  test('in message and errors, with the field and the HTTP status', async () => {
    const errors = [{ field: 'citizenship', message: 'Incorrect Country' }];
    const { client } = await createScene([{ body: { status: 'error', message: 'No', errors } }]);
    expect(readFailure(await client.createAssessment(trip))).toMatchObject({
      code: 'refused',
      message: 'No; Incorrect Country',
      errors,
      field: 'citizenship',
      httpStatus: 200,
    });
  });

  test('without the token, even if the service repeats it', async () => {
    const { client } = await createScene([error(`Authorization: Bearer ${token}`)]);
    expect(readFailure(await client.createAssessment(trip)).message).toContain('Authorization');
  });
});

describe('a retrieval is retried', () => {
  test.each(ambiguous.filter(([name]) => !name.includes('success')))(
    'after %s',
    async (_, reaction) => {
      const { client, service } = await createScene([reaction, reaction, success.retrieve()]);
      expect(await client.retrieveRiskResult('a-1')).toMatchObject({ ok: true });
      expect(service.requests.length).toBe(3);
    },
  );

  test.each([
    [http(500), 'no_answer'],
    [
      { status: 500, body: { status: 'error', errors: [{ field: 'x', message: 'y' }] } },
      'no_answer',
    ],
    [http(429), 'busy'],
    [http(503, { 'retry-after': '1' }), 'busy'],
    [success.retrieve({ overallTrip: 11 }), 'contract_violation'],
    [{ body: '<html>' }, 'no_answer'],
  ] as [Reaction, string][])('up to the limit: %j fails with %s', async (reaction, code) => {
    const { client, service, timing } = await createScene(
      [reaction, reaction, reaction, reaction],
      {
        maxAttempts: 3,
      },
    );
    expect(readFailure(await client.retrieveRiskResult('a-1'))).toMatchObject({
      code,
      delivery: 'answered',
      mayHaveTakenEffect: false,
      retryCanHelp: code !== 'contract_violation',
    });
    expect(service.requests.length).toBe(3);
    expect(timing.slept.length).toBe(2);
  });
});

test('the hint after a web page or a redirect is to check the base URL', async () => {
  const { client } = await createScene([{ body: '<html>' }, http(302)], { maxAttempts: 1 });
  for (let call = 0; call < 2; call++) {
    const { hint } = readFailure(await client.retrieveRiskResult('a-1'));
    expect(hint).toMatch(/^Check that the base URL/);
  }
});

describe('the wait between two attempts', () => {
  test.each([
    [0, [125, 250, 500, 1000, 2000, 4000, 4000]],
    [0.5, [187.5, 375, 750, 1500, 3000, 6000, 6000]],
  ])('doubles up to a limit, with jitter (random value %d)', async (chance, waits) => {
    const reactions = Array.from({ length: 8 }, () => http(500));
    const { client, timing } = await createScene(
      reactions,
      { maxAttempts: 8 },
      createFakeTiming(chance),
    );
    await client.retrieveRiskResult('a-1');
    expect(timing.slept).toEqual(waits);
  });

  test.each([
    ['10', 10_000],
    ['Sat, 21 Nov 2026 10:00:20 GMT', 20_000],
    ['0', 0],
  ])('is never shorter than the requested %s', async (retryAfter, statedMs) => {
    const { client, timing } = await createScene([
      http(429, { 'retry-after': retryAfter }),
      success.create,
    ]);
    await client.createAssessment(trip);
    expect(timing.slept).toEqual([statedMs + 187.5]);
  });

  test('is not started if the service asks for too long a wait', async () => {
    const { client, service, timing } = await createScene([http(429, { 'retry-after': '301' })]);
    const { entries, record } = createRecorder();
    expect(readFailure(await client.createAssessment(trip, { record }))).toMatchObject({
      code: 'busy',
      message: 'The service answered HTTP 429; it asks us to wait 301 s.',
      mayHaveTakenEffect: false,
      retryCanHelp: true,
    });
    expect(entries).toEqual(['intend 1', 'release rate_limited']);
    expect([service.requests.length, timing.slept]).toEqual([1, []]);
  });
});

describe('cancelling between two attempts', () => {
  test.each([
    ['of a read, after a lost answer', 'retrieve', 'reset', 'cancelled', 'unknown'],
    ['of a creation, after HTTP 429', 'create', http(429), 'cancelled', 'answered'],
    ['of a decision, after HTTP 429', 'update', http(429), 'cancelled', 'answered'],
    ['of a removal, after a lost answer', 'remove', 'reset', 'no_answer', 'unknown'],
  ] as [string, string, Reaction, string, string][])(
    '%s',
    async (_, operation, reaction, code, delivery) => {
      const abort = new AbortController();
      const timing = createFakeTiming(0.5, () => {
        abort.abort();
      });
      const { client, service } = await createScene([reaction, success.create], {}, timing);
      const options = { signal: abort.signal };
      const calls: Record<string, () => Promise<Result<unknown>>> = {
        retrieve: () => client.retrieveRiskResult('a-1', options),
        create: () => client.createAssessment(trip, options),
        update: () => client.updateAssessment(rejection, options),
        remove: () => client.removeUserAccess('007', options),
      };
      const failure = readFailure((await calls[operation]?.()) ?? { ok: true, value: 0 });
      const mayHaveTakenEffect = operation === 'remove';
      expect(failure).toMatchObject({ code, delivery, mayHaveTakenEffect, retryCanHelp: true });
      expect(service.requests.length).toBe(1);
    },
  );
});

describe('the effect of a decision without an answer is looked up', () => {
  const rejected = { status: 'Rejected', managerId: 'M-200' };
  const lookedUp = ['rwa_update', 'rwa_retrieve'];
  const sentAgain = [...lookedUp, 'rwa_update'];

  test.each([
    ['applied', success.retrieve(rejected), lookedUp],
    ['not applied', success.retrieve({ status: 'Pending' }), sentAgain],
    ['of another manager', success.retrieve({ ...rejected, managerId: 'M-1' }), sentAgain],
    ['without a status', success.retrieve(), sentAgain],
    ['still pending', error('Pending'), sentAgain],
    ['unknown', error('Not Found'), sentAgain],
  ] as [string, Reaction, string[]][])('and found to be %s', async (_, found, operations) => {
    const { client, service } = await createScene(['reset', found, success.update]);
    expect(await client.updateAssessment(rejection)).toMatchObject({
      ok: true,
      value: { externalEventId: 'a-1-b5d4f4cb5cae484e' },
    });
    expect(service.operations()).toEqual(operations);
  });

  test.each([
    ['applied', success.retrieve(rejected), lookedUp, undefined],
    ['not applied', success.retrieve({ status: 'Pending' }), sentAgain, undefined],
    ['without a status', success.retrieve(), lookedUp, 'unconfirmed'],
    ['still pending', error('Pending'), lookedUp, 'unconfirmed'],
  ] as [string, Reaction, string[], string | undefined][])(
    'and, after an answer that breaks the contract, found to be %s',
    async (_, found, operations, code) => {
      const { client, service } = await createScene([{ body: '<html>' }, found, success.update]);
      const result = await client.updateAssessment(rejection);
      expect(service.operations()).toEqual(operations);
      if (code === undefined) expect(result.ok).toBe(true);
      else {
        const prospects = { mayHaveTakenEffect: true, retryCanHelp: true };
        expect(readFailure(result)).toMatchObject({ code, ...prospects });
      }
    },
  );

  test('but the decision is not looked up after HTTP 429 or a refusal', async () => {
    const { client, service } = await createScene([
      http(429),
      error(serviceMessages.assessmentNotFound),
    ]);
    expect(readFailure(await client.updateAssessment(rejection))).toMatchObject({
      code: 'refused',
      message: serviceMessages.assessmentNotFound,
    });
    expect(service.operations()).toEqual(['rwa_update', 'rwa_update']);
  });
});

test('a removal without an answer is sent again, because it cannot be looked up', async () => {
  const { client, service } = await createScene(['reset', success.remove]);
  expect(await client.removeUserAccess('007')).toMatchObject({ ok: true });
  expect(service.operations()).toEqual(['remove_user_access', 'remove_user_access']);
});

test('a removal fails with no_answer if its first attempt may have arrived and later ones were not sent', async () => {
  const exchanges = ['unknown', 'not_sent', 'not_sent'] as const;
  const sequence = exchanges.values();
  const transport = {
    post: () => Promise.resolve({ delivery: sequence.next().value ?? 'not_sent', reason: 'x' }),
  };
  const { client } = await createScene([], { transport, maxAttempts: 3 });
  expect(readFailure(await client.removeUserAccess('007'))).toMatchObject({
    code: 'no_answer',
    delivery: 'unknown',
    hint: 'Try again later; sending this again is harmless.',
  });
});

test('a final error of the transport is not retried, and keeps its advice', async () => {
  const { client, timing } = await createScene([], {
    transport: {
      post: () =>
        Promise.resolve({
          delivery: 'not_sent',
          reason: 'the proxy refused the password',
          hint: 'Correct it.',
          isFinal: true,
        }),
    },
  });
  const { entries, record } = createRecorder();
  expect(readFailure(await client.createAssessment(trip, { record }))).toMatchObject({
    code: 'not_sent',
    message: 'The service could not be reached: the proxy refused the password',
    hint: 'Correct it.',
    mayHaveTakenEffect: false,
  });
  expect(entries).toEqual(['intend 1', 'release not_sent']);
  expect(timing.slept).toEqual([]);
});

import { expect, onTestFinished, test } from 'vitest';
import { readBaseUrl } from '../../src/baseUrl.js';
import type { CallOptions } from '../../src/callOptions.js';
import { Client } from '../../src/client.js';
import type { SenderOptions } from '../../src/sender.js';
import type { RequestEvent, ResponseEvent } from '../../src/clientEvents.js';
import type { Post } from '../../src/transport.js';
import { createFakeTiming } from '../fakeTiming.js';
import { createNodeTransport } from '../http/nodeTransport.js';
import { startScriptedService, type Reaction } from '../http/scriptedService.js';
import { hire, tripResult } from './examples.js';

const created: Reaction = {
  body: { status: 'success', response: { assessment_id: 'a-1', redirect_url: 'r' } },
};
const rejection = { assessmentId: 'a-1', status: 'Rejected', managerId: 'M-200' } as const;
const refusal = (message: string): Reaction => ({ body: { status: 'error', message } });

interface Recording {
  readonly events: (RequestEvent | ResponseEvent)[];
  readonly posts: Post[];
  readonly client: Client;
}

/** Creates a client that records its events, and a service that answers with one reaction after another. */
async function createRecordingClient(
  reactions: Reaction[],
  options: Partial<SenderOptions> = {},
): Promise<Recording> {
  const transport = createNodeTransport('company-token-1');
  const service = await startScriptedService(reactions, () => {
    transport.abortAll();
  });
  onTestFinished(() => service.close());
  const read = readBaseUrl(service.url);
  if (!read.ok) throw new Error(read.message);
  const events: Recording['events'] = [];
  const posts: Post[] = [];
  const record = (event: RequestEvent | ResponseEvent) => events.push(event);
  const client = new Client({
    baseUrl: read.baseUrl,
    transport: {
      post(request) {
        posts.push(request);
        return transport.post(request);
      },
    },
    timing: createFakeTiming(),
    onRequest: record,
    onResponse: record,
    ...options,
  });
  return { events, posts, client };
}

function listOutcomes({ events }: Recording) {
  return events.flatMap((event) =>
    'outcome' in event ? [`${event.operation} ${event.attempt} ${event.outcome}`] : [],
  );
}

test('each attempt has an event before and after it, with the context of the call', async () => {
  const recorded = await createRecordingClient([{ status: 429, body: '' }, created]);
  await recorded.client.createAssessment(hire, { context: 14 });
  const common = { operation: 'rwa_create', context: 14 };
  expect(recorded.events).toMatchObject([
    { ...common, attempt: 1 },
    {
      ...common,
      attempt: 1,
      delivery: 'answered',
      httpStatus: 429,
      outcome: 'rate_limited',
      durationMs: 0,
    },
    { ...common, attempt: 2, atMs: expect.any(Number) as number },
    { ...common, attempt: 2, delivery: 'answered', httpStatus: 200, outcome: 'success' },
  ]);
  expect(recorded.events[0]).not.toHaveProperty('outcome');
});

test.each<[string, Reaction, string]>([
  ['a result', { body: { status: 'success', data: tripResult } }, 'success'],
  ['a result that is not ready', refusal('Pending'), 'pending'],
  ['an assessment that is unknown', refusal('Not Found'), 'not_found'],
  ['another refusal', refusal('Something else'), 'refused'],
  ['a token that is refused', { status: 401, body: '' }, 'unauthorized'],
  ['a web page', { body: '<html></html>' }, 'unreadable'],
  ['a lost answer', 'reset', 'no_answer'],
])('%s has its own outcome', async (_, reaction, outcome) => {
  const recorded = await createRecordingClient([reaction], { maxAttempts: 1 });
  await recorded.client.retrieveRiskResult(tripResult.assessmentId);
  expect(listOutcomes(recorded)).toEqual([`rwa_retrieve 1 ${outcome}`]);
});

test('a request that is cancelled before it is sent has a different outcome from one that fails', async () => {
  const transport = { post: () => Promise.resolve({ delivery: 'not_sent', reason: 'x' } as const) };
  const run = new AbortController();
  const onRequest = () => {
    run.abort();
  };
  const failed = await createRecordingClient([], { transport, maxAttempts: 1 });
  await failed.client.createAssessment(hire, { signal: run.signal });
  const cancelled = await createRecordingClient([], { transport, onRequest });
  await cancelled.client.createAssessment(hire, { signal: run.signal });
  expect([listOutcomes(failed), listOutcomes(cancelled)]).toEqual([
    ['rwa_create 1 not_sent'],
    ['rwa_create 1 cancelled'],
  ]);
});

test('the look-up after a lost answer has events with the context of its call', async () => {
  const data = { ...tripResult, assessmentId: 'a-1' };
  const recorded = await createRecordingClient(
    ['reset', { body: { status: 'success', data } }, 'reset'],
    {
      maxAttempts: 1,
    },
  );
  await recorded.client.updateAssessment(rejection, { context: 7 });
  expect(listOutcomes(recorded)).toContain('rwa_retrieve 1 success');
  expect(new Set(recorded.events.map(({ context }) => context))).toEqual(new Set([7]));
});

test('an event contains no input, no Assessment ID, no address and no token', async () => {
  const recorded = await createRecordingClient([created, refusal('Pending')]);
  await recorded.client.createAssessment(hire);
  await recorded.client.retrieveRiskResult('assessment-id-1');
  const text = JSON.stringify(recorded.events);
  for (const secret of [...Object.values(hire).map(String), 'assessment-id-1', 'company-token-1']) {
    if (secret.length > 3) expect(text).not.toContain(secret);
  }
  expect(text).not.toContain('://');
});

test('a request that validation refuses has no events', async () => {
  const recorded = await createRecordingClient([]);
  await recorded.client.createAssessment({ ...hire, employeeId: '' });
  expect(recorded.events).toEqual([]);
});

const failingListeners: readonly [how: string, listener: () => unknown][] = [
  [
    'throws',
    () => {
      throw new Error('The log is broken.');
    },
  ],
  ['is async and fails', () => Promise.reject(new Error('The log is broken.'))],
];

test.each(failingListeners)(
  'a listener that %s does not lose the answer',
  async (_how, listener) => {
    const { client } = await createRecordingClient([created], {
      onRequest: listener,
      onResponse: listener,
    });
    expect(await client.createAssessment(hire)).toMatchObject({ ok: true });
  },
);

test('each call can have its own number of attempts and time limit', async () => {
  const busy: Reaction = { status: 429, body: '' };
  const recorded = await createRecordingClient([busy, busy, busy, created]);
  const withOneAttempt = await recorded.client.createAssessment(hire, {
    maxAttempts: 1,
    timeoutMs: 1_500,
  });
  expect(withOneAttempt).toMatchObject({ ok: false, failure: { code: 'busy' } });
  expect(await recorded.client.createAssessment(hire, { maxAttempts: 2 })).toMatchObject({
    ok: false,
  });
  expect(await recorded.client.createAssessment(hire)).toMatchObject({ ok: true });
  expect(recorded.posts.map(({ timeoutMs }) => timeoutMs)).toEqual([
    1_500,
    undefined,
    undefined,
    undefined,
  ]);
});

test.each<CallOptions>([
  { maxAttempts: 0 },
  { maxAttempts: 1.5 },
  { maxAttempts: Number.NaN },
  { maxAttempts: Number.POSITIVE_INFINITY },
  { timeoutMs: 0 },
  { timeoutMs: Number.NaN },
  { timeoutMs: 2 ** 31 },
])('impossible limits are refused before anything is sent: %o', async (limits) => {
  const { client, posts } = await createRecordingClient([created]);
  await expect(client.createAssessment(hire, limits)).rejects.toThrow(RangeError);
  expect(posts).toEqual([]);
});

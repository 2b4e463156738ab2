import { afterEach, expect, test, vi } from 'vitest';
import { DatabaseError } from '../../../../batch/server/db/errors.js';
import { Sessions } from '../../../../batch/server/access/sessions.js';
import {
  type Answer,
  serializeError,
  unwrapAnswer,
} from '../../../../batch/server/threads/calls.js';
import { testLog } from '../testLog.js';
import { testServer } from './testServer.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const awayError = new DatabaseError('The database cannot be reached', { isLost: true });

const faults = [
  ['is away', awayError],
  ['waits too long for a lock', new DatabaseError('lock timeout', { code: '55P03' })],
  ['has a full disk', new DatabaseError('No space left on device', { code: '53100' })],
  ['has another writer', Object.assign(new Error('database is locked'), { errcode: 5 })],
  [
    'has reached its maximum size',
    Object.assign(new Error('database or disk is full'), { errcode: 13 }),
  ],
] as const;

test.for([
  ...faults,
  ...faults.map(
    ([name, error]) => [`of a thread ${name}`, passThroughThread(error, 'plan')] as const,
  ),
])('while the database %s, the API answers 503 with Retry-After', async ([, error]) => {
  const { response, lines } = await requestWithError(error);
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBe('5');
  expect(await response.json()).toMatchObject({ error: { code: 'away' } });
  // The log has at most one line, without a stack, because the fault is not a bug.
  expect(lines.length).toBeLessThanOrEqual(1);
  expect(JSON.stringify(lines)).not.toContain('"stack"');
});

const unknownOutcomeError = new DatabaseError('cut at COMMIT', { isLost: true, isUnknown: true });

test.for([
  ['with an unknown outcome', unknownOutcomeError],
  ['with an unknown outcome in a thread', passThroughThread(unknownOutcomeError, 'decide')],
  ...faults.map(
    ([name, error]) =>
      [`in a thread whose database ${name}`, passThroughThread(error, 'decide')] as const,
  ),
])('a change %s is answered 503 without Retry-After', async ([, error]) => {
  const { response } = await requestWithError(error, 'DELETE');
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBeNull();
  const { error: refusal } = (await response.json()) as { error: { message: string } };
  expect(refusal.message).toContain('before you repeat it');
});

test('while the database is full, the answer to a change contains "Nothing was changed", and the answer to a read does not', async () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const messages = [];
  for (const method of ['GET', 'DELETE'] as const) {
    const { response } = await requestWithError(full, method);
    messages.push(((await response.json()) as { error: { message: string } }).error.message);
  }
  expect(messages.map((message) => message.includes('Nothing was changed'))).toEqual([false, true]);
});

test('any other error is answered 500, and the log has its stack and the request ID of the answer, but not its message', async () => {
  const { response, lines } = await requestWithError(new Error('Ada Lovelace is no date'));
  expect(response.status).toBe(500);
  const request = response.headers.get('X-Request-Id');
  expect(await response.text()).toContain(`under the request ${request}.`);
  const stack: unknown = expect.stringContaining('databaseAway.test.ts');
  expect(lines).toMatchObject([{ level: 'error', request, err: { type: 'Error', stack } }]);
  expect(JSON.stringify(lines)).not.toContain('Ada');
});

test('members can read while the database is full', async () => {
  const { ask, clock, member } = await testServer();
  const { cookie } = await member('viewer');
  clock.nowMs += 60 * 60 * 1000;
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const setSeen = vi.spyOn(Sessions.prototype, 'setSeen').mockRejectedValue(full);
  expect((await ask('GET', '/api/members', { cookie })).status).toBe(200);
  expect(setSeen).toHaveBeenCalled();
});

async function requestWithError(error: unknown, method: 'GET' | 'DELETE' = 'GET') {
  const { access, ask, member } = await testServer();
  const { cookie } = await member('viewer');
  vi.spyOn(access.members, 'list').mockRejectedValue(error);
  vi.spyOn(access.sessions, 'end').mockRejectedValue(error);
  const lines = testLog();
  const path = method === 'GET' ? '/api/members' : '/api/session';
  const response = await ask(method, path, { cookie });
  return { response, lines };
}

/** Returns an error as the server receives it from a thread. */
function passThroughThread(error: unknown, method: 'plan' | 'decide'): unknown {
  const answer = structuredClone(serializeError({ id: 1, method }, error));
  try {
    return unwrapAnswer(answer as Extract<Answer, { id: number }>);
  } catch (thrown) {
    return thrown;
  }
}

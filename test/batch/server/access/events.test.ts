import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { EventStream } from '../../../../batch/server/http/eventStream.js';
import { Changes } from '../../../../batch/server/changes.js';
import { testServer } from './testServer.js';

/** Starts a server, whose changes the test publishes. */
async function startServer() {
  const server = await testServer();
  const changes = new Changes();
  const openStream = (cookie: string) => {
    const headers = { Cookie: cookie };
    const request = new Request('http://127.0.0.1:4020/api/events', { headers });
    const { body } = new EventStream({ ...server, changes }, new Set(['all']), request);
    const reader = body.getReader();
    onTestFinished(() => reader.cancel());
    return reader;
  };
  return { ...server, changes, openStream };
}

test('an event stream sends no change after its session has ended', async () => {
  const { access, member, changes, openStream } = await startServer();
  const { id, cookie } = await member('viewer');
  const reader = openStream(cookie);
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('event: sheets');

  changes.publish({ type: 'sheet', sheet: '1' });
  expect((await reader.read()).done).toBe(false);
  await access.sessions.endAll(id);
  changes.publish({ type: 'sheet', sheet: '1' });
  expect((await reader.read()).done).toBe(true);
});

test('if a member opens too many event streams, the oldest of them ends, and the streams of other members stay open', async () => {
  const { ask, member } = await testServer();
  const [nia, ada] = [await member('viewer', 'nia'), await member('viewer', 'ada')];
  const open = async ({ cookie }: { cookie: string }) => {
    const { body } = await ask('GET', '/api/events', { cookie });
    const reader = body?.getReader();
    if (reader === undefined) throw new Error('There is no stream.');
    onTestFinished(() => reader.cancel());
    expect((await reader.read()).done).toBe(false);
    return reader;
  };
  const streamOfAda = await open(ada);
  const firstStream = await open(nia);
  const laterStreams: Awaited<ReturnType<typeof open>>[] = [];
  for (let count = 0; count < 49; count++) laterStreams.push(await open(nia));
  // A stream that the browser has closed no longer counts.
  await laterStreams[0]?.cancel();
  await open(nia);
  const isOpen = (reader: typeof firstStream) =>
    Promise.race([reader.read().then(({ done }) => !done), delay(50).then(() => true)]);
  expect(await isOpen(firstStream)).toBe(true);
  await open(nia);
  expect(await firstStream.closed.then(() => 'ended')).toBe('ended');
  expect(await isOpen(streamOfAda)).toBe(true);
});

test('the event stream of a sheet that does not exist sends "deleted" and ends', async () => {
  const { ask, member } = await testServer();
  const { cookie } = await member('viewer');
  const answer = await ask('GET', '/api/events?sheet=nowhere', { cookie });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(
    'event: deleted\ndata: {"type":"deleted","sheet":"nowhere"}\n\n',
  );
});

test('when a session ends, only its own event stream ends', async () => {
  const { access, member, changes, openStream } = await startServer();
  const [viewer, editor] = [await member('viewer'), await member('editor')];
  const readers = [viewer, editor].map(({ cookie }) => openStream(cookie));
  for (const reader of readers) expect((await reader.read()).done).toBe(false);
  await access.sessions.endAll(viewer.id);
  changes.publish({ type: 'sessionsEnded' });
  expect((await readers[0]?.read())?.done).toBe(true);
  changes.publish({ type: 'sheet', sheet: '1' });
  expect((await readers[1]?.read())?.done).toBe(false);
});

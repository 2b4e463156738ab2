import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import type { Answer } from '../../../batch/server/threads/calls.js';
import { serveCalls } from '../../../batch/server/threads/serveCalls.js';
import { testFolder } from '../testFolder.js';
import { prepareFolder } from '../../../batch/server/db/dataFolder.js';

const thread = vi.hoisted((): { parentPort?: unknown; workerData?: unknown } => ({}));

vi.mock('node:worker_threads', async (original) => ({
  ...(await original<object>()),
  get parentPort() {
    return thread.parentPort;
  },
  get workerData() {
    return thread.workerData;
  },
}));

test('a thread rejects a call of a method that its work does not have', async () => {
  const answers: Answer[] = [];
  const port = Object.assign(new EventEmitter(), {
    postMessage: (answer: Answer) => answers.push(answer),
    close: () => undefined,
  });
  const folder = testFolder();
  prepareFolder(folder);
  const connection = { baseUrl: { url: 'http://127.0.0.1:9', isTest: true }, token: 'token' };
  thread.parentPort = port;
  thread.workerData = {
    folder,
    connection,
    service: { name: 'S', isSandbox: false, isTest: true },
  };
  await serveCalls();
  // Only the work of a server on several machines has this method.
  port.emit('message', { id: 1, method: 'splitRun', args: ['run', 'sheet'] });
  await expect.poll(() => answers).toHaveLength(1);
  expect(answers).toMatchObject([
    { id: 1, bug: { message: expect.stringContaining('splitRun') as string } },
  ]);
  port.emit('message', { id: 2, method: 'close', args: [] });
  await expect.poll(() => answers).toHaveLength(2);
  expect(answers[1]).toEqual({ id: 2, value: undefined });
});

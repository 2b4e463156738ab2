import { expect, onTestFinished, test, vi } from 'vitest';
import type { Access } from '../../../../batch/server/access/access.js';
import { EventStream } from '../../../../batch/server/http/eventStream.js';
import type { ServerEvent } from '../../../../batch/server/contract/shapes.js';
import { Changes } from '../../../../batch/server/changes.js';
import { deleteSheet } from '../../../../batch/server/sheets/deleteSheet.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { employees } from '../../run/testRun.js';
import { setStage } from '../storedRows.js';
import { testLog } from '../testLog.js';
import { TestWork } from './testWork.js';

const request = new Request('http://127.0.0.1/api/events');

/**
 * Opens a stream for a member. The member has the right to look while `state.mayLook` is true, and the server can read
 * this right while `state.isDatabaseAvailable` is true.
 */
async function openStream(sheets: number, listensTo: 'all' | 'the first' | 'both') {
  const server = await TestWork.open(await startTestSandbox());
  const ids: string[] = [];
  for (let sheet = 0; sheet < sheets; sheet++) ids.push(await server.addSheet(employees(3)));
  const state = { mayLook: true, isDatabaseAvailable: true };
  const access = {
    findCaller: () =>
      state.isDatabaseAvailable
        ? Promise.resolve(state.mayLook ? { rights: new Set(['look']) } : undefined)
        : Promise.reject(new Error('The database is unavailable.')),
    findName: () => Promise.resolve('Nia'),
  } as unknown as Access;
  const changes = new Changes();
  const { store } = server;
  const topics = listensTo === 'all' ? ['all'] : ids.slice(0, listensTo === 'both' ? 2 : 1);
  const { body } = new EventStream({ store, access, changes }, new Set(topics), request);
  const reader = body.getReader();
  onTestFinished(() => reader.cancel());
  const readMessage = async (): Promise<string | undefined> => {
    const { value } = await reader.read();
    return value === undefined ? undefined : new TextDecoder().decode(value);
  };
  const readEvent = async (): Promise<ServerEvent> =>
    JSON.parse(/^data: (.*)$/m.exec((await readMessage()) ?? '')?.[1] ?? 'null') as ServerEvent;
  return { server, store, changes, state, ids, readMessage, readEvent };
}

test('a stream about all sheets begins with all sheets, and sends all of them again when one changes', async () => {
  const { readEvent, changes, store, ids } = await openStream(2, 'all');
  expect(await readEvent()).toMatchObject({ type: 'sheets', sheets: [{ stage: 'check' }, {}] });
  await setStage(store, ids[1] ?? '', 'running');
  changes.publish({ type: 'sheet', sheet: ids[1] ?? '' });
  const event = await readEvent();
  expect(event.type === 'sheets' && event.sheets.find(({ id }) => id === ids[1])?.stage).toBe(
    'running',
  );
});

test('a stream about one sheet sends the changed rows of this sheet, and nothing about other sheets', async () => {
  const { readEvent, changes, ids } = await openStream(2, 'the first');
  expect(await readEvent()).toMatchObject({ type: 'sheet', sheet: { id: ids[0], rows: 3 } });
  changes.publish({ type: 'rows', sheet: ids[1] ?? '', rows: [2] });
  changes.publish({ type: 'rows', sheet: ids[0] ?? '', rows: [3] });
  changes.publish({ type: 'rows', sheet: ids[0] ?? '', rows: [3, 4] });
  expect((await readEvent()).type).toBe('sheet');
  const rows = await readEvent();
  expect(rows).toMatchObject({ type: 'rows', rows: [{ row: 3 }, { row: 4, employeeId: 'E-3' }] });
});

test('a stream about several sheets continues when one of them is deleted', async () => {
  const { readEvent, changes, store, ids } = await openStream(2, 'both');
  const firstEvents = [await readEvent(), await readEvent()];
  expect(firstEvents.map((event) => event.type === 'sheet' && event.sheet.id).sort()).toEqual(
    ids.toSorted(),
  );
  await deleteSheet(store, ids[0] ?? '', new Date().toISOString());
  changes.publish({ type: 'deleted', sheet: ids[0] ?? '' });
  expect(await readEvent()).toEqual({ type: 'deleted', sheet: ids[0] });
  changes.publish({ type: 'sheet', sheet: ids[1] ?? '' });
  expect(await readEvent()).toMatchObject({ type: 'sheet', sheet: { id: ids[1] } });
});

test('a stream about one sheet reports the deletion of the sheet, and then ends', async () => {
  const { readEvent, readMessage, changes, store, ids } = await openStream(1, 'the first');
  await readEvent();
  await deleteSheet(store, ids[0] ?? '', new Date().toISOString());
  changes.publish({ type: 'deleted', sheet: ids[0] ?? '' });
  expect(await readEvent()).toEqual({ type: 'deleted', sheet: ids[0] });
  expect(await readMessage()).toBeUndefined();
});

test('a stream without changes sends heartbeats, and ends within a minute after the member has signed out', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { readEvent, readMessage, state } = await openStream(1, 'all');
  await readEvent();
  vi.advanceTimersByTime(15_000);
  expect(await readMessage()).toMatch(/^: /);
  state.mayLook = false;
  vi.advanceTimersByTime(60_000);
  for (let message = await readMessage(); message !== undefined; message = await readMessage()) {
    expect(message).toMatch(/^: /);
  }
});

test.each<[string, (changes: Changes) => void]>([
  [
    'a change is published',
    (changes) => {
      changes.publish({ type: 'sheet', sheet: '1' });
    },
  ],
  [
    'a session ends',
    (changes) => {
      changes.publish({ type: 'sessionsEnded' });
    },
  ],
  ['the rights of the member are checked', () => vi.advanceTimersByTime(60_000)],
])('a stream ends if the database is unavailable when %s', async (_, triggerCheck) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  testLog();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const { readEvent, readMessage, state, changes } = await openStream(1, 'all');
  await readEvent();
  state.isDatabaseAvailable = false;
  triggerCheck(changes);
  for (let message = await readMessage(); message !== undefined; message = await readMessage()) {
    expect(message).toMatch(/^: /);
  }
});

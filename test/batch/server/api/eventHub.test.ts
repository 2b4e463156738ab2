import { expect, test, vi } from 'vitest';
import { EventHub } from '../../../../batch/server/page/browser/app/eventHub.js';

/** Replaces the browser's `EventSource`. */
class TestSource extends EventTarget {
  static readonly opened: TestSource[] = [];
  onerror: (() => void) | undefined;
  isClosed = false;

  constructor(readonly url: string) {
    super();
    TestSource.opened.push(this);
  }

  close(): void {
    this.isClosed = true;
  }

  send(event: { readonly type: string; readonly sheet: string }): void {
    this.dispatchEvent(new MessageEvent(event.type, { data: JSON.stringify(event) }));
  }
}

test('a page stops following a sheet that does not exist, and can follow another sheet', async () => {
  vi.stubGlobal('EventSource', TestSource);
  const hub = new EventHub();
  const connectionStates: boolean[] = [];
  const received: string[] = [];
  const follow = (sheet: string) =>
    hub.follow(sheet, {
      onEvent: ({ type }) => received.push(`${sheet} ${type}`),
      onConnection: (isLost) => connectionStates.push(isLost),
    });
  const { opened } = TestSource;
  follow('gone');
  await expect.poll(() => opened).toHaveLength(1);
  opened[0]?.send({ type: 'deleted', sheet: 'gone' });
  expect(opened[0]?.isClosed).toBe(true);

  const unfollow = follow('here');
  await expect.poll(() => opened).toHaveLength(2);
  expect(opened[1]?.url).toBe('/api/events?sheet=here');
  opened[1]?.send({ type: 'rows', sheet: 'here' });
  expect(received).toEqual(['gone deleted', 'here rows']);
  expect(connectionStates).toEqual([]);
  unfollow();
});

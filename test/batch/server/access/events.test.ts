import { expect, test } from 'vitest';
import { EventStream } from '../../../../batch/server/api/eventStream.js';
import { Changes } from '../../../../batch/server/changes.js';
import { serverOfTest } from './serverOfTest.js';

test('an event stream tells nothing more after its session has ended', async () => {
  const { access, db, member } = serverOfTest();
  const { id, cookie } = await member('viewer');
  const changes = new Changes();
  const store = { db, folder: '', close: () => undefined };
  const request = new Request('http://127.0.0.1:4020/api/events', { headers: { Cookie: cookie } });
  const reader = new EventStream({ store, access, changes }, undefined, request).body.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('event: sheets');

  changes.tell({ type: 'sheet', sheet: '1' });
  expect((await reader.read()).done).toBe(false);
  access.sessions.endAllOf(id);
  changes.tell({ type: 'sheet', sheet: '1' });
  expect((await reader.read()).done).toBe(true);
});

import { expect, test } from 'vitest';
import type { Log } from '../../../batch/server/contract/shapes.js';
import { folderWith } from '../cli/rwaUnderTest.js';
import { headings, hireRow } from '../run/testRun.js';
import { serve } from './serveUnderTest.js';

test('each log entry about a sheet has the name of the sheet until the sheet is deleted', async () => {
  const server = await serve(await folderWith());
  const readEntries = async () => (await server.json<Log>('GET', '/api/log')).entries;
  const { id } = await server.upload('hires.csv', [headings, hireRow('E1'), ''].join('\r\n'));
  await server.runToEnd(id);
  const sheetEntries = (await readEntries()).filter(({ sheet }) => sheet !== undefined);
  expect(sheetEntries.map(({ action, sheet }) => [action, sheet])).toEqual([
    ['started a run', { id, name: 'hires.csv' }],
    ['uploaded a sheet', { id, name: 'hires.csv' }],
  ]);
  await server.json('DELETE', `/api/sheets/${id}`);
  const [deleted, ...before] = await readEntries();
  expect(deleted?.action).toBe('deleted a sheet');
  expect([deleted, ...before].filter((entry) => entry?.sheet !== undefined)).toEqual([]);
});

test('a place in the log that no database has is refused', async () => {
  const server = await serve(await folderWith());
  const { status } = await server.ask('GET', `/api/log?after=${'9'.repeat(30)}`);
  expect(status).toBe(422);
});

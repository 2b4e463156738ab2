import { expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith } from '../cli/rwaUnderTest.js';
import { headings, hireRow } from '../run/testRun.js';
import { serve } from './serveUnderTest.js';

const notes = 'x'.repeat(30_000);
const createIds = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `E-${first + index}`);

/** A sheet with few rows, but enough bytes that the server treats it as a large one. */
const largeSheet = [
  `${headings},Notes`,
  ...createIds(1, 140).map((id) => `${hireRow(id)},${notes}`),
  '',
];

test('runs start and finish while a large file is downloaded', async () => {
  const sandbox = await startTestSandbox();
  const server = await serve(await folderWith(), toEnv(sandbox));
  const { id } = await server.upload('large.csv', largeSheet.join('\r\n'));
  await server.runToEnd(id);
  for (const first of [201, 301, 401]) {
    const small = [headings, ...createIds(first, 10).map(hireRow), ''].join('\r\n');
    const other = await server.upload(`${first}.csv`, small);
    const [{ status, text }] = await Promise.all([
      server.ask('GET', `/api/sheets/${id}/downloads/workbook`),
      server.start(other.id),
      server.ask('GET', `/api/sheets/${id}/downloads/workbook`),
    ]);
    expect(status).toBe(200);
    expect(text.match(/,Scored,/g)).toHaveLength(140);
    expect(await server.ended(other.id)).toMatchObject({ counts: { Scored: 10 } });
  }
  const { commits } = await sandbox.readLedger();
  expect(commits.rwa_create).toBe(140 + 30);
  expect(await server.stop()).toBe(0);
});

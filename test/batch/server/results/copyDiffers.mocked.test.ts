import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTemporaryPath } from '../../../../batch/server/results/downloads/temporaryFile.js';
import { writeDownload } from '../../../../batch/server/results/downloads/writeDownload.js';
import { headings, hireRow } from '../../run/testRun.js';
import { testResults, uploaded } from './testStore.js';

vi.mock('../../../../sheets/csv/verify.js', () => ({
  findDifference: () => Promise.resolve('row 2 differs'),
}));

test('a download whose copy fails its check is refused with a message, and its file is deleted', async () => {
  const test = await testResults();
  const sheet = await uploaded(test, 'hires.csv', [headings, hireRow('E-1'), ''].join('\r\n'));
  const into = createTemporaryPath(test.store.folder, '.csv');
  await expect(writeDownload(test.ports, sheet, 'workbook', into)).rejects.toMatchObject({
    name: 'RefusalError',
    message: expect.stringMatching(/did not pass the check.*Download the results as CSV/) as string,
  });
  expect(existsSync(into)).toBe(false);
  expect(readdirSync(join(test.store.folder, 'downloads'))).toEqual([]);
});

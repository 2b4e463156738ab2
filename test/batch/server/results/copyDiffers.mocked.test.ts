import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTemporaryPath } from '../../../../batch/server/results/downloads/temporaryFile.js';
import { writeDownload } from '../../../../batch/server/results/downloads/writeDownload.js';
import { headings, hireRow } from '../../run/testRun.js';
import { testResults, storeSheet } from './testStore.js';

vi.mock('../../../../sheets/csv/verify.js', () => ({
  findDifference: () => Promise.resolve('row 2 differs'),
}));

test('a download whose copy fails the check against the uploaded file is refused with a message, and its file is deleted', async () => {
  const fixture = await testResults();
  const sheet = await storeSheet(fixture, 'hires.csv', [headings, hireRow('E-1'), ''].join('\r\n'));
  const path = createTemporaryPath(fixture.store.folder, '.csv');
  await expect(writeDownload(fixture.ports, sheet, 'workbook', path)).rejects.toMatchObject({
    name: 'RefusalError',
    message: expect.stringMatching(/did not pass the check.*Download the results as CSV/) as string,
  });
  expect(existsSync(path)).toBe(false);
  expect(readdirSync(join(fixture.store.folder, 'downloads'))).toEqual([]);
});

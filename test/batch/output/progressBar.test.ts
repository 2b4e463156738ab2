import { expect, test } from 'vitest';
import { ProgressBar } from '../../../batch/cli/output/progressBar.js';
import type { RowReport } from '../../../batch/engine/rows/rowReport.js';
import type { RowStatus } from '../../../batch/engine/sheetCommand.js';

test('rows that a stopped run has not sent do not count as finished', () => {
  let drawn = '';
  const screen = { columns: 80, write: (text: string) => (drawn += text) };
  const { listener } = new ProgressBar(screen, { successStatus: 'Scored' });
  listener({ type: 'start', rows: 3, unconfirmed: () => 0 });
  const statuses: readonly RowStatus[] = ['Scored', 'Not sent', 'Not sent'];
  for (const [row, status] of statuses.entries()) {
    listener({ type: 'progress', row, done: true, status, report: () => ({}) as RowReport });
  }
  listener({ type: 'row', report: {} as RowReport });
  expect(drawn.trimEnd().split('\r').at(-1)).toMatch(/ 1\/3 rows, 1 scored/);
});

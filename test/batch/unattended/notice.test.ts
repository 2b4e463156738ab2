import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Summary } from '../../../batch/engine/run/events.js';
import { createNotice } from '../../../batch/cli/unattended/notice.js';
import { testFolder } from '../testFolder.js';
import { notice } from './notices.js';

const { counts } = notice;
test.each([
  [
    {},
    {},
    'rwa assess hires.csv finished after 8 s: sent 16, 14 scored, 24 scored before this run, 2 pending.',
  ],
  [
    { sent: 0, doneBefore: 38, counts: { ...counts, Pending: 0 } },
    {},
    'rwa assess hires.csv finished after 8 s: sent 0, 38 scored before this run.',
  ],
  [
    { sent: 0, doneBefore: 38, counts: { ...counts, Pending: 0 }, neverAssessed: 2 },
    { command: 'reassess' },
    'rwa reassess hires.csv finished after 8 s: sent 0, 38 scored before this run, 2 never assessed and skipped (run rwa assess).',
  ],
  [
    { interrupted: true, counts: { ...counts, Pending: 0, 'Not sent': 1_200 } },
    {},
    'rwa assess hires.csv was interrupted after 8 s: sent 16, 14 scored, 24 scored before this run, 1,200 not sent.',
  ],
  [
    { stopped: ['The disk is full.'] },
    {},
    'rwa assess hires.csv stopped early after 8 s: sent 16, 14 scored, 24 scored before this run, 2 pending. The disk is full.',
  ],
  [
    { sent: 0, doneBefore: 0, counts: { ...counts, Scored: 0, Pending: 0 } },
    { file: '/srv/hr/hires.csv', sandboxRun: true },
    'rwa assess hires.csv (sandbox run) finished after 8 s: sent 0.',
  ],
])('the text of a notice describes the end of its run: %j', (summary, run, text) => {
  const journal = 'hires.csv.rwa-journal.jsonl';
  const ended = { ...notice, journal, outcome: 'pending', ...summary };
  const created = createNotice({ ...notice, ...run }, ended as unknown as Summary);
  expect(created.text).toBe(text);
});

test('a notice contains absolute paths, but no repeated sentence and no path of a missing journal', () => {
  const folder = testFolder();
  const journal = join(folder, 'hires.csv.rwa-journal.jsonl');
  const notInPlace = 'hires.csv is open.';
  const run = { command: 'assess', file: 'hires.csv', sandboxRun: false };
  const ended = {
    ...notice,
    outcome: 'notInPlace',
    journal,
    output: 'o.csv',
    backup: 'b.csv',
    notInPlace: [notInPlace],
    notes: [notInPlace, 'Another note.'],
  };
  expect(createNotice(run, ended as unknown as Summary)).not.toHaveProperty('journal');
  writeFileSync(journal, '{}\n');
  expect(createNotice(run, ended as unknown as Summary)).toMatchObject({
    journal,
    output: resolve('o.csv'),
    backup: resolve('b.csv'),
    notInPlace,
    notes: ['Another note.'],
  });
});

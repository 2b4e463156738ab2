import { expect, test } from 'vitest';
import { noticeOf } from '../../../batch/cli/unattended/notice.js';
import { notice } from './notices.js';

const { counts } = notice;
test.each([
  [
    {},
    {},
    'rwa assess hires.csv finished after 8 s: sent 16, 14 scored, 24 scored before, 2 pending.',
  ],
  [
    { sent: 0, doneBefore: 38, counts: { ...counts, Pending: 0 } },
    {},
    'rwa assess hires.csv finished after 8 s: sent 0, 38 scored before.',
  ],
  [
    { sent: 0, doneBefore: 38, counts: { ...counts, Pending: 0 }, neverAssessed: 2 },
    { command: 'reassess' },
    'rwa reassess hires.csv finished after 8 s: sent 0, 38 scored before, 2 never assessed and left out (run rwa assess).',
  ],
  [
    { interrupted: true, counts: { ...counts, Pending: 0, 'Not sent': 1_200 } },
    {},
    'rwa assess hires.csv was interrupted after 8 s: sent 16, 14 scored, 24 scored before, 1,200 not sent.',
  ],
  [
    { stopped: 'The disk is full.' },
    {},
    'rwa assess hires.csv stopped early after 8 s: sent 16, 14 scored, 24 scored before, 2 pending. The disk is full.',
  ],
  [
    { sent: 0, doneBefore: 0, counts: { ...counts, Scored: 0, Pending: 0 } },
    { file: '/srv/hr/hires.csv', rehearsal: true },
    'rwa assess hires.csv (a rehearsal) finished after 8 s: sent 0.',
  ],
])('a run that ended with %j is told in one sentence', (summary, run, text) => {
  const told = noticeOf({ ...notice, ...run }, { ...notice, outcome: 'pending', ...summary });
  expect(told.text).toBe(text);
});

import type { CodedSummary } from '../../../batch/cli/output/exitCodes.js';
import type { RunNotice } from '../../../batch/cli/unattended/notice.js';

/** The notice of a run that ended while two results were pending. */
export const notice: RunNotice & CodedSummary = {
  type: 'summary',
  command: 'assess',
  file: 'hires.csv',
  service: 'https://example.com/version-test/api/1.1/wf',
  sandboxRun: false,
  counts: {
    Scored: 38,
    Pending: 2,
    Unconfirmed: 0,
    Rejected: 0,
    Invalid: 0,
    Duplicate: 0,
    'Not sent': 0,
  },
  sent: 16,
  doneBefore: 24,
  exitCode: 75,
  tookMs: 8_000,
  output: 'hires.csv',
  journal: 'hires.csv.rwa-journal.jsonl',
  missing: 0,
  blocked: 0,
  changed: 0,
  interrupted: false,
  notes: [],
  finishedAt: '2026-10-01T06:00:08.000Z',
  text: 'rwa assess hires.csv finished after 8 s: sent 16, 14 scored, 24 scored before this run, 2 pending.',
};

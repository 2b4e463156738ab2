import { sanitize } from '../../../src/sanitized.js';
import { type ExitCode, exitCodes, findExistingJournal } from '../output/exitCodes.js';
import { type NoticedRun, type RunNotice, runTitle } from './notice.js';

export interface FailedRun extends Pick<RunNotice, 'counts' | 'exitCode'> {
  readonly journal: string;
  readonly stopped: string;
  /** True if rows may have been sent. */
  readonly hasBegun: boolean;
}

export function createFailureNotice(run: NoticedRun, failed: FailedRun): RunNotice {
  const { hasBegun, stopped, exitCode, counts, journal } = failed;
  const interrupted = exitCode === exitCodes.interrupted;
  return {
    type: 'summary',
    ...run,
    counts,
    ...(hasBegun ? {} : { sent: 0, doneBefore: 0 }),
    exitCode,
    tookMs: 0,
    ...findExistingJournal(journal),
    missing: 0,
    blocked: 0,
    stopped,
    interrupted,
    notes: [],
    finishedAt: new Date().toISOString(),
    text: sanitize(
      `${runTitle(run)} ${hasBegun ? 'was cut short' : 'did not begin'}. ${stopped}`.trim(),
    ),
  };
}

export function withReason(notice: RunNotice, exitCode: ExitCode, reason: string): RunNotice {
  const { stopped, text } = notice;
  return {
    ...notice,
    exitCode,
    stopped: [stopped ?? [], reason].flat().join(' '),
    text: sanitize(`${text} ${reason}`),
  };
}

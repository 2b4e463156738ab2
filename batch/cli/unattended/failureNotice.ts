import { sanitized } from '../../../src/sanitized.js';
import { type ExitCode, exitCodes, journalIfThere } from '../output/exitCodes.js';
import { type NoticedRun, type RunNotice, subjectOf } from './notice.js';

/** How a command without a summary ended. */
export interface FailedRun extends Pick<RunNotice, 'counts' | 'exitCode'> {
  readonly journal: string;
  /** What happened and what to do. */
  readonly stopped: string;
  /** True when rows were about to be sent. */
  readonly hasBegun: boolean;
}

/**
 * The notice of a command that ended without a summary, because no run began or because it was cut
 * short. It has the fields of every notice; `counts` is empty if the sheet was not read.
 */
export function failureNotice(run: NoticedRun, failed: FailedRun): RunNotice {
  const { hasBegun, stopped, exitCode, counts, journal } = failed;
  const interrupted = exitCode === exitCodes.interrupted;
  return {
    type: 'summary',
    ...run,
    ...{
      counts,
      ...(hasBegun ? {} : { sent: 0, doneBefore: 0 }),
      exitCode,
      tookMs: 0,
      ...journalIfThere(journal),
      missing: 0,
      blocked: 0,
      stopped,
      interrupted,
      notes: [],
    },
    finishedAt: new Date().toISOString(),
    text: sanitized(
      `${subjectOf(run)} ${hasBegun ? 'was cut short' : 'did not begin'}. ${stopped}`.trim(),
    ),
  };
}

/** The same notice, for a run that failed after it had ended. */
export function withReason(notice: RunNotice, exitCode: ExitCode, reason: string): RunNotice {
  const { stopped, text } = notice;
  return {
    ...notice,
    exitCode,
    stopped: [stopped ?? [], reason].flat().join(' '),
    text: sanitized(`${text} ${reason}`),
  };
}

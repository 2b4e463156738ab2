import { basename } from 'node:path';
import { sanitize } from '../../../src/sanitized.js';
import { omitValues } from '../../wording/sentence.js';
import { formatTimeSpan } from '../../wording/words.js';
import { type CodedSummary, withExitCode } from '../output/exitCodes.js';
import { type Counts, isSuccess, type Summary } from '../../engine/run/events.js';

export interface NoticedRun {
  readonly command: string;
  readonly file: string;
  /**
   * The base URL, or words for the embedded sandbox; missing if the run ended before it was known.
   */
  readonly service?: string;
  readonly sandboxRun: boolean;
}

/**
 * Webhooks and commands of `--on-finish` get this notice. It contains no people, inputs, tokens or
 * quoted values of the sheet, because its readers may not be allowed to read the sheet.
 */
export interface RunNotice
  extends NoticedRun, Omit<CodedSummary, 'counts' | 'sent' | 'doneBefore' | 'stopped' | 'notes'> {
  readonly type: 'summary';
  /** Empty if the sheet was not read. */
  readonly counts: Partial<Counts>;
  /** Missing if a run was cut short, since it has no summary. */
  readonly sent?: number;
  readonly doneBefore?: number;
  readonly stopped?: string;
  readonly notes: readonly string[];
  /** ISO 8601, UTC. */
  readonly finishedAt: string;
  /** Chat services show this field. */
  readonly text: string;
}

export function createNotice(run: NoticedRun, ended: Summary): RunNotice {
  const { stopped, notes, ...summary } = withExitCode(ended);
  const why = stopped === undefined ? undefined : omitValues(stopped);
  return {
    type: 'summary',
    ...run,
    ...summary,
    ...(why === undefined ? {} : { stopped: why }),
    notes: notes.map(omitValues),
    finishedAt: new Date().toISOString(),
    text: noticeText(run, summary, why),
  };
}

export function runTitle({ command, file, sandboxRun: isSandboxRun }: NoticedRun): string {
  return `rwa ${command} ${basename(file)}${isSandboxRun ? ' (sandbox run)' : ''}`;
}

/**
 * Formats `rwa assess hires.xlsx finished after 8 s: sent 16, 14 scored, 24 scored before this
 * run.`
 */
function noticeText(
  run: NoticedRun,
  {
    counts,
    sent,
    doneBefore,
    neverAssessed = 0,
    tookMs,
    notInPlace,
    reportNotWritten,
    interrupted,
  }: Omit<CodedSummary, 'stopped' | 'notes'>,
  stopped: string | undefined,
): string {
  const end = interrupted
    ? 'was interrupted'
    : stopped === undefined
      ? 'finished'
      : 'stopped early';
  const rows = Object.entries(counts).flatMap(([status, number]) => {
    const word = status.toLowerCase();
    if (!isSuccess(status)) return phraseCount(number, word);
    return [
      ...phraseCount(number - doneBefore, word),
      ...phraseCount(doneBefore, `${word} before this run`),
    ];
  });
  const left = phraseCount(neverAssessed, 'never assessed and skipped (run rwa assess)');
  const what = [`sent ${sent.toLocaleString('en')}`, ...rows, ...left].join(', ');
  return sanitize(
    [
      `${runTitle(run)} ${end} after ${formatTimeSpan(tookMs)}: ${what}.`,
      stopped ?? [],
      notInPlace ?? [],
      reportNotWritten ?? [],
    ]
      .flat()
      .join(' '),
  );
}

function phraseCount(number: number, words: string): string[] {
  return number === 0 ? [] : [`${number.toLocaleString('en')} ${words}`];
}

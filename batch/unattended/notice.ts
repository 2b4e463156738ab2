import { basename } from 'node:path';
import { sanitized } from '../../src/sanitized.js';
import { timeSpan } from '../output/terminal.js';
import type { Counts, Summary } from '../run/events.js';

/** Which run a notice is of. */
export interface NoticedRun {
  /** The command, such as `assess`. */
  readonly command: string;
  /** The sheet, as it was typed. */
  readonly file: string;
  /** Its base URL; missing where the command ended before it was known. */
  readonly service?: string;
  /** True when the scores are invented. */
  readonly rehearsal: boolean;
}

/**
 * What a webhook and the command of `--on-finish` are told when a run has ended: the summary of
 * `--json` and which run it was. Counts and files; no person's name, no inputs, no token.
 */
export interface RunNotice extends NoticedRun, Omit<Summary, 'counts'> {
  readonly type: 'summary';
  /** Empty where the sheet was not read. */
  readonly counts: Partial<Counts>;
  /** ISO 8601, UTC. */
  readonly finishedAt: string;
  /** All of it in a sentence, under the name that chat services show. */
  readonly text: string;
}

/** The notice of a run that has just ended. */
export function noticeOf(run: NoticedRun, summary: Summary): RunNotice {
  return {
    type: 'summary',
    ...run,
    ...summary,
    finishedAt: new Date().toISOString(),
    text: sentence(run, summary),
  };
}

/** `rwa assess hires.xlsx finished after 8 s: 38 scored, 2 pending.` */
function sentence(
  { command, file, rehearsal }: NoticedRun,
  { counts, tookMs, stopped, notInPlace, interrupted }: Summary,
): string {
  const end = interrupted
    ? 'was interrupted'
    : stopped === undefined
      ? 'finished'
      : 'stopped early';
  const rows = Object.entries(counts).flatMap(([standing, number]) =>
    number === 0 ? [] : `${number.toLocaleString('en')} ${standing.toLowerCase()}`,
  );
  const subject = `rwa ${command} ${basename(file)}${rehearsal ? ' (a rehearsal)' : ''}`;
  const what = rows.length === 0 ? 'no rows' : rows.join(', ');
  return sanitized(
    [`${subject} ${end} after ${timeSpan(tookMs)}: ${what}.`, stopped ?? [], notInPlace ?? []]
      .flat()
      .join(' '),
  );
}

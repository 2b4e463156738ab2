import { basename } from 'node:path';
import { timeSpan } from '../output/terminal.js';
import type { Plan, Summary } from '../run/events.js';

/**
 * What a webhook and the command of `--on-finish` are told when a run has ended: the summary of
 * `--json` and which run it was. Counts and files; no person's name, no inputs, no token.
 */
export interface RunNotice extends Summary {
  readonly type: 'summary';
  /** The command, such as `assess`. */
  readonly command: string;
  /** The sheet, as it was typed. */
  readonly file: string;
  readonly service: string;
  /** True when the scores are invented. */
  readonly rehearsal: boolean;
  /** ISO 8601, UTC. */
  readonly finishedAt: string;
  /** All of it in a sentence, under the name that chat services show. */
  readonly text: string;
}

/** Which run a notice is of. */
export interface NoticedRun {
  readonly command: string;
  readonly file: string;
  readonly rehearsal: boolean;
}

/** The notice of a run that has just ended. */
export function noticeOf(
  { command, file, rehearsal }: NoticedRun,
  { service }: Plan,
  summary: Summary,
): RunNotice {
  return {
    type: 'summary',
    command,
    file,
    service,
    rehearsal,
    ...summary,
    finishedAt: new Date().toISOString(),
    text: sentence({ command, file, rehearsal }, summary),
  };
}

/** `rwa assess hires.xlsx finished after 8 s: 38 scored, 2 pending.` */
function sentence(
  { command, file, rehearsal }: NoticedRun,
  { counts, tookMs, stopped, interrupted }: Summary,
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
  return [`${subject} ${end} after ${timeSpan(tookMs)}: ${what}.`, stopped ?? []].flat().join(' ');
}

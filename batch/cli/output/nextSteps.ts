import { sanitize } from '../../../src/sanitized.js';
import type { Counts } from '../../engine/run/events.js';
import { wrapText } from './lines.js';
import { capitalize, count } from '../../wording/words.js';

export interface Step {
  readonly what: string;
  readonly command?: string;
}

export interface NextCommands {
  readonly again: string;
  /** Replaces `again` after corrections, if `again` could start another round. */
  readonly corrected?: string;
  /** The command `again` without `--max-new`. */
  readonly unguarded?: string;
  /** Options that `again` and `unguarded` omit, because their values may be secrets. */
  readonly omittedOptions?: string;
  readonly check: string;
  readonly resolve: string;
  /** Missing for decisions, invitations and removals. */
  readonly reassess?: string;
  /** Only for `rwa status`. */
  readonly finishRound?: string;
  /** Missing in `rwa status`. */
  readonly report?: string;
  /** Missing in `rwa status`, which has just listed the rows. */
  readonly status?: string;
  /** Missing if the results are in the sheet. */
  readonly resultsFile?: string;
}

export interface Progress {
  readonly repeatable?: boolean;
  readonly counts: Counts;
  /** Unconfirmed rows that were removed from the sheet or edited. */
  readonly missing?: number;
  /** Rows whose inputs are valid, and which wait for a person. */
  readonly blocked?: number;
  /** Blocked rows whose inputs have changed since they were assessed. */
  readonly changed?: number;
  /** Rejected rows that are sent again only in a round. */
  readonly refusedInRound?: number;
  /** Scored rows that an unfinished round has not sent again yet. */
  readonly leftInRound?: number;
  readonly stopped?: unknown;
  readonly notInPlace?: unknown;
  readonly reportNotWritten?: unknown;
  readonly blockedByMaxNew?: boolean;
  readonly interrupted?: boolean;
}

export function nextSteps(progress: Progress, commands: NextCommands): Step[] {
  const {
    again,
    unguarded = again,
    corrected = again,
    report,
    omittedOptions,
    resultsFile,
  } = commands;
  const steps = stepsForRows(progress, commands);
  const beginStep = (verb: string) => (steps.length === 0 ? capitalize(verb) : `Then ${verb}`);
  const run = suggestRun(progress, { again, corrected, unguarded, resultsFile }, beginStep);
  if (run !== undefined) steps.push(run);
  const isRun = ({ command }: Step) => command === again || command === unguarded;
  if (omittedOptions !== undefined && steps.some(isRun)) {
    steps.push({ what: `Add ${omittedOptions} again, so that notices are sent for that run.` });
  }
  if (progress.reportNotWritten !== undefined && report !== undefined) {
    steps.push({ what: `${beginStep('create')} the report; this sends nothing:`, command: report });
  }
  return steps;
}

function stepsForRows(
  progress: Progress,
  { check, resolve, reassess, finishRound, corrected, status }: NextCommands,
): Step[] {
  const { counts, missing = 0, blocked = 0, changed = 0, repeatable = false } = progress;
  const { refusedInRound = 0, leftInRound = 0 } = progress;
  const { Invalid, Duplicate } = counts;
  const Rejected = counts.Rejected - refusedInRound;
  const Unconfirmed = counts.Unconfirmed + missing;
  const steps: Step[] = [];
  if (Unconfirmed > 0 && !repeatable) {
    const [rows, pronoun] =
      Unconfirmed === 1
        ? ['unconfirmed row', 'it']
        : [`${Unconfirmed.toLocaleString('en')} unconfirmed rows`, 'they'];
    steps.push({
      what: `Resolve the ${rows} first; ${pronoun} won't be sent again until you do:`,
      command: resolve,
    });
  }
  if (leftInRound > 0 && finishRound !== undefined) {
    const rows = count(leftInRound, 'row');
    steps.push({
      what: `Assess the ${rows} that the round has not sent yet:`,
      command: finishRound,
    });
  }
  if (changed > 0 && reassess !== undefined) {
    const pronoun = changed === 1 ? 'it' : 'them';
    steps.push({
      what: `The inputs of ${count(changed, 'row')} have changed; assess ${pronoun} again:`,
      command: reassess,
    });
  }
  if (blocked > changed && status !== undefined) {
    steps.push({ what: 'See why rows are blocked:', command: status });
  }
  if (Invalid + Duplicate > blocked) {
    steps.push({ what: 'See what to correct in the sheet:', command: check });
  }
  if (Rejected > 0) {
    const pronoun = Rejected === 1 ? 'it' : 'them';
    const rows = Rejected === 1 ? 'rejected row' : count(Rejected, 'rejected row');
    // `corrected` belongs to a round without a name. If this round is over, --retry-rejected would
    // start another round with all rows.
    const unchanged =
      corrected === undefined ? `--retry-rejected sends ${pronoun} again unchanged` : '';
    const aside = unchanged === '' ? '' : ` (${unchanged})`;
    steps.push(
      status === undefined
        ? { what: `Correct the ${rows}${unchanged === '' ? '' : `; ${unchanged}`}.` }
        : {
            what: `Correct the ${rows}${aside}. To see the ${Rejected === 1 ? 'reason' : 'reasons'}:`,
            command: status,
          },
    );
  }
  if (refusedInRound > 0 && reassess !== undefined) {
    const pronoun = refusedInRound === 1 ? 'it' : 'them';
    const rows = count(refusedInRound, 'row');
    steps.push({
      what: `Correct the ${rows} that the service refused in a reassessment, then assess ${pronoun} again:`,
      command: reassess,
    });
  }
  return steps;
}

/** `beginStep` puts "Then" before the verb if there are earlier steps. */
function suggestRun(
  progress: Progress,
  {
    again,
    corrected,
    unguarded,
    resultsFile,
  }: Required<Pick<NextCommands, 'again' | 'corrected' | 'unguarded'>> & {
    readonly resultsFile: string | undefined;
  },
  beginStep: (verb: string) => string,
): Step | undefined {
  const { counts, missing = 0, changed = 0, repeatable = false } = progress;
  const { blockedByMaxNew = false, interrupted = false, stopped, notInPlace } = progress;
  const { refusedInRound = 0 } = progress;
  const { Pending, Rejected, Invalid, Duplicate } = counts;
  const Unconfirmed = counts.Unconfirmed + missing;
  const reassurance = repeatable ? 'finished rows are skipped' : 'nothing is sent twice';
  if (blockedByMaxNew) {
    return { what: 'If the sheet is right, send it with:', command: unguarded };
  }
  // After seven days, the same command would start another round.
  const timeLimit = corrected === again ? '' : ' within seven days';
  if (Pending + counts['Not sent'] > 0 || interrupted || stopped !== undefined) {
    return { what: `Continue${timeLimit}; ${reassurance}:`, command: again };
  }
  if (notInPlace !== undefined) {
    const write = `${beginStep('write')} the results into the file${timeLimit}`;
    return { what: `${write}; ${reassurance}:`, command: again };
  }
  if (Unconfirmed > 0 && repeatable) {
    const rows = count(Unconfirmed, 'unconfirmed row');
    return { what: `Send the ${rows} again, which is harmless:`, command: again };
  }
  if (Invalid + Rejected + Duplicate <= changed + refusedInRound) return undefined;
  // The results file has the messages about the rows, so people may correct the rows there.
  const where =
    resultsFile === undefined ? '' : `; changes in ${sanitize(resultsFile)} would be lost`;
  return { what: `After correcting the sheet${where}:`, command: corrected };
}

/** Never breaks commands, so that they can be copied. */
export function stepLines(steps: readonly Step[], width: number | undefined): string[] {
  if (steps.length === 0) return [];
  return [
    'Next:',
    ...steps.flatMap(({ what, command }) => [
      wrapText(`  ${what}`, width, '  '),
      ...(command === undefined ? [] : [`    ${command}`]),
    ]),
  ];
}

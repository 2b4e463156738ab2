import { relative } from 'node:path';
import { sanitize } from '../../../src/sanitized.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import type { Summary } from '../../engine/run/events.js';
import { findExistingJournal, wordNotes, wordReasons } from './exitCodes.js';
import { wrapText } from './lines.js';
import { type NextCommands, nextSteps, stepLines } from './nextSteps.js';
import { plain } from './paint.js';
import { noteLine } from './sheetLines.js';
import { type Sentence, showValues, omitValues } from '../../wording/sentence.js';
import { countLines } from './statusLines.js';
import { count, formatTimeSpan } from '../../wording/words.js';
import { type Terminal } from './terminal.js';

export function summaryText(
  summary: Summary,
  operation: SheetOperation,
  commands: NextCommands,
  { paint, width }: Pick<Terminal, 'paint' | 'width'>,
  risks: readonly string[] = [],
  toText: (sentence: Sentence) => string = showValues,
): string {
  const { counts, sent, doneBefore, output, backup, journal, interrupted } = summary;
  const { stopped, notInPlace, reportNotWritten } = wordReasons(summary);
  const { oldCopiesDeleted: deleted = 0 } = summary;
  const headline =
    stopped === undefined
      ? interrupted
        ? paint.out('yellow', `Interrupted after ${formatTimeSpan(summary.tookMs)}.`)
        : paint.out(
            summary.outcome === 'done' ? 'green' : 'yellow',
            `Finished after ${formatTimeSpan(summary.tookMs)}.`,
          )
      : paint.out('red', `Stopped early, after ${formatTimeSpan(summary.tookMs)}.`);
  const unwritten =
    stopped === undefined && notInPlace === undefined
      ? explainNothingWritten(commands)
      : 'not written';
  return [
    `${headline} ${sent === 0 ? 'No row was sent.' : `${count(sent, 'row')} ${sent === 1 ? 'was' : 'were'} sent.`}`,
    ...[stopped, notInPlace, reportNotWritten]
      .filter((why) => why !== undefined)
      .map((why) => wrapText(toText(why), width)),
    ...countLines(counts, 'after', operation, { doneBefore }),
    ...wordNotes(summary).map((note) => noteLine(toText(note), width)),
    ...risks.map((line) => wrapText(line, width, '            ')),
    `Results:  ${output === undefined ? unwritten : shortenPath(output)}`,
    ...(backup === undefined
      ? []
      : [`Backup:   ${shortenPath(backup)}, the sheet before this run`]),
    ...(deleted === 0
      ? []
      : [
          `Deleted:  ${count(deleted, 'old backup or results file', 'old backups and results files')}`,
        ]),
    ...(findExistingJournal(journal).journal !== undefined
      ? [`Journal:  ${shortenPath(journal)}; keep this file: it prevents double sending`]
      : []),
    ...stepLines(nextSteps({ ...summary, repeatable: operation.repeatable }, commands), width),
  ].join('\n');
}

/** Returns a relative path if that is shorter by more than one character. */
function shortenPath(path: string): string {
  const fromHere = relative('', path);
  // System services run in the root folder. Without its first slash, a path would not be
  // recognizable as absolute there.
  return sanitize(fromHere.length + 1 < path.length ? fromHere : path);
}

export function summaryLog(
  summary: Summary,
  operation: SheetOperation,
  commands: NextCommands,
): string {
  return summaryText(summary, operation, commands, plain, [], omitValues);
}

/**
 * A results file that is newer than the sheet is not replaced, since a person may have edited it.
 */
function explainNothingWritten({ resultsFile }: NextCommands): string {
  return resultsFile === undefined
    ? 'nothing new to write; the sheet is up to date'
    : `nothing new to write; ${shortenPath(resultsFile)} is newer than the sheet and was not changed`;
}

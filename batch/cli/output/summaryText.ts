import { relative } from 'node:path';
import { sanitized } from '../../../src/sanitized.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import type { Summary } from '../../engine/run/events.js';
import { journalIfThere, notesOf, reasonsOf } from './exitCodes.js';
import { wrapped } from './lines.js';
import { type NextCommands, nextSteps, stepLines } from './nextSteps.js';
import { noteLine } from './sheetLines.js';
import { type Sentence, whole, withoutValues } from '../../wording/sentence.js';
import { countLines } from './statusLines.js';
import { count, timeSpan } from '../../wording/words.js';
import { type Terminal } from './terminal.js';

/** The summary of a run, with `risks` in words if there are any, and what to do next. */
export function summaryText(
  summary: Summary,
  operation: SheetOperation,
  commands: NextCommands,
  { paint, width }: Pick<Terminal, 'paint' | 'width'>,
  risks: readonly string[] = [],
  textOf: (told: Sentence) => string = whole,
): string {
  const { counts, sent, doneBefore, output, backup, journal, interrupted } = summary;
  const { stopped, notInPlace, reportNotWritten } = reasonsOf(summary);
  const { oldCopiesDeleted: deleted = 0 } = summary;
  const headline =
    stopped === undefined
      ? interrupted
        ? paint.out('yellow', `Interrupted after ${timeSpan(summary.tookMs)}.`)
        : paint.out(
            summary.outcome === 'done' ? 'green' : 'yellow',
            `Finished after ${timeSpan(summary.tookMs)}.`,
          )
      : paint.out('red', `Stopped early, after ${timeSpan(summary.tookMs)}.`);
  const unwritten =
    stopped === undefined && notInPlace === undefined ? nothingNew(commands) : 'not written';
  return [
    `${headline} ${sent === 0 ? 'No row was sent.' : `${count(sent, 'row')} ${sent === 1 ? 'was' : 'were'} sent.`}`,
    ...[stopped ?? [], notInPlace ?? [], reportNotWritten ?? []]
      .flat()
      .map((why) => wrapped(textOf(why), width)),
    ...countLines(counts, 'after', operation, { doneBefore }),
    ...notesOf(summary).map((note) => noteLine(textOf(note), width)),
    ...risks.map((line) => wrapped(line, width, '            ')),
    `Results:  ${output === undefined ? unwritten : shown(output)}`,
    ...(backup === undefined ? [] : [`Backup:   ${shown(backup)}, the sheet before this run`]),
    ...(deleted === 0
      ? []
      : [
          `Deleted:  ${count(deleted, 'old backup or results file', 'old backups and results files')}`,
        ]),
    ...(journalIfThere(journal).journal !== undefined
      ? [`Journal:  ${shown(journal)}; keep this file: it prevents double sending`]
      : []),
    ...stepLines(nextSteps({ ...summary, repeatable: operation.repeatable }, commands), width),
  ].join('\n');
}

/** A path, relative to the current folder if that is shorter. */
function shown(path: string): string {
  const fromHere = relative('', path);
  return sanitized(fromHere.length < path.length ? fromHere : path);
}

/** The summary for a log, without values. */
export function summaryLog(
  summary: Summary,
  operation: SheetOperation,
  commands: NextCommands,
): string {
  const plain = (_: unknown, text: string) => text;
  const paint = { out: plain, err: plain };
  const screen = { paint, width: undefined };
  return summaryText(summary, operation, commands, screen, [], withoutValues);
}

/** A copy that is newer than the sheet and its journal is not written again: a person may have edited it. */
function nothingNew({ copy }: NextCommands): string {
  return copy === undefined
    ? 'nothing new to write; the sheet is up to date'
    : `nothing new to write; ${shown(copy)} is newer than the sheet and was left as it is`;
}

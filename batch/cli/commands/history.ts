import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { sanitized } from '../../../src/sanitized.js';
import { filesOf } from '../../engine/journal/files.js';
import { assess } from '../../engine/operations/assess.js';
import { exitCodes } from '../output/exitCodes.js';
import { historyCsv, historyTable } from '../output/historyText.js';
import { wrapped } from '../output/lines.js';
import { count } from '../../engine/wording/words.js';
import { type PastAssessment, historyOf } from '../../engine/run/history.js';
import { leftBehindLines } from '../../engine/run/leftBehind.js';
import { readStatus, type SheetStatus } from '../../engine/run/readStatus.js';
import { intakeOptions } from './intakeOptions.js';
import {
  addJournalOptions,
  addSheetOptions,
  fileArgument,
  type JournalOptions,
  type SheetOptions,
} from './options.js';
import { descriptions } from './descriptions.js';
import type { Session } from './session.js';

interface HistoryFlags extends SheetOptions, JournalOptions {
  csv?: boolean;
  json?: boolean;
}

/** `rwa history FILE`: every assessment of every row, from the journal. */
export function addHistory(program: Command, { terminal, end }: Session): void {
  const command = addJournalOptions(
    program
      .command('history')
      .description(descriptions.history)
      .argument(...fileArgument)
      .option('--csv', 'all scores, as CSV on standard output')
      .addOption(new Option('--json', 'the same, one JSON object a line').conflicts('csv')),
  );
  addSheetOptions(command)
    .addHelpText('after', help)
    .action(async (path: string, flags: HistoryFlags) => {
      const { journal } = filesOf(path, flags);
      const intake = await intakeOptions(assess, flags);
      const status = await readStatus(path, journal, assess, intake);
      const { intakeRows, leftOut, states } = status;
      const hidden = new Set(leftOut.map(({ number }) => number));
      const all = historyOf(intakeRows, states);
      const shown = {
        [Symbol.iterator]: () => Iterator.from(all).filter(({ row = 0 }) => !hidden.has(row)),
      };
      const isForPerson = flags.csv !== true && flags.json !== true;
      if (status.service === undefined) {
        const told = withoutJournal(status, journal);
        for (const line of told) {
          if (isForPerson) terminal.out(wrapped(line, terminal.width));
          else terminal.err(wrapped(line, terminal.width));
        }
        if (isForPerson && told.length > 0 && isEmpty(shown)) return;
      }
      for (const line of lines(shown, flags)) {
        terminal.out(line);
        await terminal.drained();
      }
      end(exitCodes.done);
    });
}

/** The history is in the journal: without it nothing can be said of what was before. */
function withoutJournal(status: SheetStatus, journal: string): string[] {
  if (status.leftBehind !== undefined) return leftBehindLines(status.leftBehind).map(sanitized);
  const scored = status.rows.filter(({ planned }) => planned.written?.scored === true).length;
  if (scored === 0) return [];
  const shows = `The sheet shows scores in ${count(scored, 'row')}; when they were assessed before is not known.`;
  return [
    sanitized(`There is no journal ${basename(journal)}, which would have the history. ${shows}`),
  ];
}

function isEmpty(history: Iterable<PastAssessment>): boolean {
  return Iterator.from(history).next().done === true;
}

function* lines(
  history: Iterable<PastAssessment>,
  { csv = false, json = false }: HistoryFlags,
): Generator<string> {
  if (json) {
    for (const past of history) yield JSON.stringify({ type: 'assessment', ...past });
  } else if (csv) {
    yield historyCsv.head;
    for (const past of history) yield historyCsv.line(past);
  } else if (isEmpty(history)) {
    yield 'No row was ever assessed.';
  } else {
    yield* historyTable(history);
  }
}

const help = `
Rows that left the sheet are listed last, as gone, by their Assessment ID.

Examples:
  rwa history hires.xlsx
  rwa history hires.xlsx --csv > history.csv`;

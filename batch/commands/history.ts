import { type Command, Option } from 'commander';
import { filesOf } from '../journal/files.js';
import { assess } from '../operations/assess.js';
import { exitCodes } from '../output/errors.js';
import { historyCsv, historyTable } from '../output/historyText.js';
import { type PastAssessment, historyOf } from '../run/history.js';
import { readStatus } from '../run/readStatus.js';
import { intakeOptions } from './intakeOptions.js';
import {
  addJournalOptions,
  addSheetOptions,
  fileArgument,
  type JournalOptions,
  type SheetOptions,
} from './options.js';
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
      .description('list every assessment of every row over time; ask only the files')
      .argument(...fileArgument)
      .option('--csv', 'all scores, as CSV on standard output')
      .addOption(new Option('--json', 'the same, one JSON object a line').conflicts('csv')),
  );
  addSheetOptions(command)
    .addHelpText('after', help)
    .action(async (path: string, flags: HistoryFlags) => {
      const { journal } = filesOf(path, flags);
      const intake = await intakeOptions(assess, flags);
      const { intakeRows, leftOut, states } = await readStatus(path, journal, assess, intake);
      const hidden = new Set(leftOut.map(({ number }) => number));
      const all = historyOf(intakeRows, states);
      const shown = {
        [Symbol.iterator]: () => Iterator.from(all).filter(({ row = 0 }) => !hidden.has(row)),
      };
      for (const line of lines(shown, flags)) {
        terminal.out(line);
        await terminal.drained();
      }
      end(exitCodes.done);
    });
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
  } else if (Iterator.from(history).next().done === true) {
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

import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { sanitize } from '../../../src/sanitized.js';
import { assess } from '../../engine/operations/assess.js';
import { exitCodes } from '../output/exitCodes.js';
import { historyCsv, historyTable } from '../output/historyText.js';
import { wrapText } from '../output/lines.js';
import { count } from '../../wording/words.js';
import {
  type AssessmentFilter,
  type PastAssessment,
  readHistory,
} from '../../engine/run/history.js';
import { inWords, toLines } from '../wording/wording.js';
import { showValues } from '../../wording/sentence.js';
import { readStatus, type SheetStatus } from '../../engine/run/readStatus.js';
import { assertJournalNamed } from '../../engine/journal/ownJournal.js';
import { toIdentityKey } from '../../engine/intake/rowKey.js';
import { readIntakeOptions } from './intakeOptions.js';
import {
  addJournalOptions,
  addSheetOptions,
  fileArgument,
  type JournalOptions,
  withImpliedSandbox,
  type SheetOptions,
  createWholeNumberParser,
} from './options.js';
import { type PersonFlags, findPersonId } from './person.js';
import type { Session } from './session.js';
import { CommandError } from '../output/commandError.js';
import { findUsableFiles } from './usableFiles.js';

interface HistoryFlags extends SheetOptions, JournalOptions, PersonFlags {
  csv?: boolean;
  json?: boolean;
}

export function addHistory(command: Command, { terminal, setExitCode }: Session): void {
  addJournalOptions(
    command
      .argument(...fileArgument)
      .addOption(
        new Option('--row <row>', 'only the person in this row, with all their rows')
          .argParser(createWholeNumberParser(1))
          .conflicts('employee'),
      )
      .option('--employee <id>', 'only the person with this Employee ID, even if not in the sheet')
      .option('--csv', 'print all scores as CSV')
      .addOption(
        new Option('--json', 'print all scores, one JSON object per line').conflicts('csv'),
      ),
  );
  addSheetOptions(command)
    .addHelpText('after', help)
    .action(async (path: string, given: HistoryFlags) => {
      const flags = withImpliedSandbox(path, given);
      const files = findUsableFiles(path, flags);
      assertJournalNamed(path, files);
      const intake = await readIntakeOptions(assess, flags);
      const status = await readStatus(path, files, assess, intake, inWords);
      const { intakeRows, hiddenRows, states } = status;
      const hidden = new Set(hiddenRows.map(({ number }) => number));
      const person = findPerson(status, flags, intake);
      const all = readHistory(intakeRows, states, createPersonFilter(person, status.computeHash));
      const visibleAssessments = {
        [Symbol.iterator]: () => Iterator.from(all).filter(({ row = 0 }) => !hidden.has(row)),
      };
      if (person !== undefined && isEmpty(visibleAssessments)) {
        throw new CommandError(
          `${basename(path)} and its journal have no assessment of employee ${person}. Check the ID: 113 and 00113 are different IDs.`,
        );
      }
      const isTable = flags.csv !== true && flags.json !== true;
      // The service is read from the journal, so without a service there is no journal.
      if (status.service === undefined) {
        const notes = explainMissingJournal(status, files.journal);
        for (const line of notes) {
          if (isTable) terminal.out(wrapText(line, terminal.width));
          else terminal.err(wrapText(line, terminal.width));
        }
        if (isTable && notes.length > 0 && isEmpty(visibleAssessments)) return;
      }
      for (const line of formatLines(visibleAssessments, flags)) {
        terminal.out(line);
        await terminal.drained();
      }
      setExitCode(exitCodes.done);
    });
}

function findPerson(
  status: SheetStatus,
  flags: HistoryFlags,
  reading: Parameters<typeof findPersonId>[3],
): string | undefined {
  const { row, employee } = flags;
  return row === undefined && employee === undefined
    ? undefined
    : findPersonId(status, assess, flags, reading);
}

/** Compares hashes from the journal if the row is invalid or missing from the sheet. */
function createPersonFilter(
  person: string | undefined,
  computeHash: SheetStatus['computeHash'],
): AssessmentFilter {
  if (person === undefined) return () => true;
  const hash = toIdentityKey(person, computeHash);
  return (row, state) =>
    row?.subject === undefined ? state?.employee === hash : row.subject.employeeId === person;
}

/** Returns no lines if nothing suggests that rows were sent. */
function explainMissingJournal(status: SheetStatus, journal: string): string[] {
  if (status.leftBehind !== undefined)
    return toLines({ code: 'otherJournalKnowsRows', ...status.leftBehind }).map((line) =>
      sanitize(showValues(line)),
    );
  const scored = status.rows.filter(({ planned }) => planned.previous?.scored === true).length;
  if (scored === 0) return [];
  const shows = `The sheet shows scores in ${count(scored, 'row')}; their earlier assessments are unknown.`;
  return [sanitize(`There is no journal ${basename(journal)}, so there is no history. ${shows}`)];
}

function isEmpty(history: Iterable<PastAssessment>): boolean {
  return Iterator.from(history).next().done === true;
}

function* formatLines(
  history: Iterable<PastAssessment>,
  { csv = false, json = false }: HistoryFlags,
): Generator<string> {
  if (json) {
    for (const past of history) yield JSON.stringify({ type: 'assessment', ...past });
  } else if (csv) {
    yield historyCsv.head;
    for (const past of history) yield historyCsv.line(past);
  } else if (isEmpty(history)) {
    yield 'No row has been assessed yet.';
  } else {
    yield* historyTable(history);
  }
}

const help = `
Rows that are missing from the sheet are listed last, by their Assessment ID.

Examples:
  rwa history hires.xlsx
  rwa history hires.xlsx --csv > history.csv
  rwa history hires.xlsx --employee 00123`;

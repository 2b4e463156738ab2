import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { sanitized } from '../../../src/sanitized.js';
import { filesOf, sandboxSheetOf } from '../../engine/journal/files.js';
import { refuseOtherJournal } from '../../engine/journal/ownJournal.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { commandLine } from '../output/commandLine.js';
import { exitCodes } from '../output/exitCodes.js';
import { wrapped } from '../output/lines.js';
import { columnLines, rowLine, titleLine } from '../output/sheetLines.js';
import { countLines } from '../output/statusLines.js';
import { nextSteps, stepLines } from '../output/nextSteps.js';
import type { Terminal } from '../output/terminal.js';
import { countStatuses, hiddenRows } from '../../engine/run/events.js';
import { outcomeNow } from '../../engine/run/outcomeNow.js';
import type { Message } from '../../engine/message.js';
import { whole } from '../wording/sentence.js';
import { inWords, linesOf, worded } from '../wording/wording.js';
import { blockedNotes, orphanNotes } from '../../engine/run/blockedNotes.js';
import { count } from '../../wording/words.js';
import { unconfirmedAndMissing } from '../../engine/rows/withoutRow.js';
import { countBlocked } from '../../engine/rows/rowStatus.js';
import { readStatus, type SheetStatus } from '../../engine/run/readStatus.js';
import { wordedReport } from '../../engine/rows/rowReport.js';
import { intakeOptions } from './intakeOptions.js';
import {
  addJournalOptions,
  addOperationOption,
  addSheetOptions,
  changedCommand,
  fileArgument,
  type JournalOptions,
  journalFlags,
  operationFlag,
  type OperationOption,
  sheetFlags,
  type SheetOptions,
} from './options.js';
import type { Session } from './session.js';

interface StatusFlags extends SheetOptions, JournalOptions, OperationOption {
  json?: boolean;
  exitCode?: boolean;
}

const help = `
With --exit-code, the exit code is 0 if all rows are done, 5 if some rows have not been sent, 6 if
results are missing from the sheet, 7 while another run is using it; rwa --help lists the others.
Run it from your monitoring, after the scheduled run. Without --exit-code, the exit code is 0
unless the sheet or its journal cannot be read.

Examples:
  rwa status hires.xlsx
  rwa status hires.xlsx --exit-code
After rwa assess hires.xlsx --output copy.xlsx:
  rwa status copy.xlsx --journal hires.xlsx.rwa-journal.jsonl --exit-code`;

/** `rwa status FILE`: the status of every row, offline. */
export function addStatus(command: Command, { terminal, end }: Session): void {
  addJournalOptions(command.argument(...fileArgument))
    .option('--json', 'print one JSON object per line')
    .option('--exit-code', 'exit with the code that a run would end with now, for monitoring');
  addSheetOptions(addOperationOption(command))
    .addHelpText('after', help)
    .action(async (path: string, flags: StatusFlags) => {
      const operation = flags.for;
      const files = filesOf(path, { ...flags, command: operation.command });
      await refuseOtherJournal(path, files);
      const intake = await intakeOptions(operation, flags);
      const read = await readStatus(path, files, operation, intake, inWords);
      const isInPlace = resultsFileOf(path, flags) === path;
      const status = isInPlace ? read : { ...read, notInSheet: [] };
      if (flags.json === true) await sayJson(status, operation, terminal);
      else await sayWords(path, status, flags, terminal);
      end(
        flags.exitCode === true ? exitCodes[outcomeNow(status, operation, files)] : exitCodes.done,
      );
    });
}

/** A sandbox run writes its results into a sheet of its own. */
function resultsFileOf(path: string, { sandbox }: StatusFlags): string {
  return sandbox === true ? sandboxSheetOf(path) : path;
}

async function sayJson(
  { rows, leftOut, service, refusal, notInSheet }: SheetStatus,
  operation: SheetOperation,
  terminal: Terminal,
): Promise<void> {
  for (const { report } of rows) {
    terminal.out(JSON.stringify({ type: 'row', ...wordedReport(report, inWords) }));
    await terminal.drained();
  }
  const counts = countStatuses(operation, rows);
  const hidden = hiddenIn(rows, leftOut);
  terminal.out(
    JSON.stringify({
      ...{ type: 'summary', service, counts, ...(hidden && { hidden }) },
      ...(notInSheet.length > 0 && { notInSheet: notInSheet.length }),
      ...(refusal && { refusal: linesOf(refusal).map((line) => sanitized(whole(line))) }),
    }),
  );
}

function hiddenIn(rows: SheetStatus['rows'], leftOut: SheetStatus['leftOut']) {
  return hiddenRows(
    leftOut.length,
    rows.values().map(({ planned, status }) => ({ row: planned.number, status })),
    rows.map(({ planned }) => planned),
  );
}

async function sayWords(
  file: string,
  status: SheetStatus,
  flags: StatusFlags,
  terminal: Terminal,
): Promise<void> {
  const { rows, leftOut, sheet, headerRow, service, states, refusal, notInSheet } = status;
  const { columnProblems, isToldByColumn } = status;
  const say = (text: string, indent = '  ') => {
    terminal.out(wrapped(text, terminal.width, indent));
  };
  for (const { report } of rows) {
    const isTold = report.status === 'Invalid' && isToldByColumn(report.row);
    if (report.message !== undefined && !isTold) say(rowLine(report), '    ');
    await terminal.drained();
  }
  for (const line of columnLines(columnProblems, terminal.width)) terminal.out(line);
  const counts = countStatuses(flags.for, rows);
  const hidden = hiddenIn(rows, leftOut);
  say(titleLine({ file, sheet, headerRow }, rows.length, hidden?.rows));
  for (const line of countLines(counts, 'after', flags.for)) say(line);
  if (leftOut.length > 0) {
    say(whole(worded({ code: 'hiddenRowsLeftOut', rows: leftOut.length })));
  }
  const isShown = rows.some(({ planned }) => planned.previous !== undefined);
  const nothing = isShown
    ? 'There is no journal beside this sheet; the statuses are those that the sheet shows.'
    : 'Nothing has been sent yet.';
  if (service !== undefined) say(`Service:  ${sanitized(service)}`);
  else if (refusal === undefined) say(nothing);
  const results = resultsFileOf(file, flags);
  if (results !== file && existsSync(results)) say(`Results:  ${sanitized(results)}`);
  const planned = rows.map((row) => row.planned);
  const all = [...planned, ...leftOut];
  const missing = flags.for.repeatable ? 0 : unconfirmedAndMissing(all, states).length;
  const notes: readonly Message[] = [
    ...(missing > 0 ? [{ code: 'unconfirmedRowsMissing', count: missing } as const] : []),
    ...blockedNotes(planned, flags.for.command),
    ...orphanNotes(all, states),
  ];
  for (const note of notes) say(whole(worded(note)));
  if (refusal !== undefined) {
    // It says what to do next, as every run does.
    for (const line of linesOf(refusal)) say(sanitized(whole(line)));
    return;
  }
  const notInPlace = notInSheetLine(notInSheet, file);
  if (notInPlace !== undefined) say(notInPlace);
  const operationOption = operationFlag(flags.for);
  const steps = nextSteps(
    {
      counts,
      gone: missing,
      notInPlace,
      ...countBlocked(planned),
      repeatable: flags.for.repeatable,
    },
    {
      again: commandLine([goesOn(status, flags.for), file], journalFlags(flags)),
      ...(flags.for.name === 'rwa_create' ? { reassess: changedCommand(file, flags) } : {}),
      check: commandLine(['check', file], { ...operationOption, ...sheetFlags(flags) }),
      resolve: commandLine(['resolve', file], { ...operationOption, ...journalFlags(flags) }),
    },
  );
  for (const line of stepLines(steps, terminal.width)) terminal.out(line);
}

/** A note about results that are missing from the sheet or were changed in it. */
function notInSheetLine(rows: readonly number[], file: string): string | undefined {
  if (rows.length === 0) return undefined;
  const name = basename(file);
  return sanitized(
    `Results of ${count(rows.length, 'row')} are missing from ${name}. This is fine if a run wrote them to another file with --output. If not, close ${name} wherever it is open.`,
  );
}

/** The command to continue with: `reassess` if all open rows belong to a round. */
function goesOn({ rows, states }: SheetStatus, { command }: SheetOperation): string {
  const open = rows.filter(({ status }) => status === 'Pending' || status === 'Not sent');
  const isOfRound = open.every(({ planned }) => states.get(planned.key)?.round !== undefined);
  return open.length > 0 && isOfRound ? 'reassess' : command;
}

import type { Command } from 'commander';
import { sanitized } from '../../../src/sanitized.js';
import { followedBy } from '../../engine/intake/rowKey.js';
import { filesOf } from '../../engine/journal/files.js';
import { refuseOtherJournal } from '../../engine/journal/ownJournal.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { commandLine } from '../output/commandLine.js';
import { type ExitCode, exitCodes } from '../output/exitCodes.js';
import { wrapped } from '../output/lines.js';
import { count } from '../../wording/words.js';
import { type Terminal } from '../output/terminal.js';
import { whole } from '../wording/sentence.js';
import { inWords, linesOf } from '../wording/wording.js';
import { readStatus } from '../../engine/run/readStatus.js';
import { intakeOptions } from './intakeOptions.js';
import {
  addJournalOptions,
  addOperationOption,
  addSheetOptions,
  fileArgument,
  type JournalOptions,
  journalFlags,
  operationFlag,
  type OperationOption,
  type SheetOptions,
} from './options.js';
import type { Session } from './session.js';
import { Settlement } from './settlement.js';
import { keyOfRow, type UnconfirmedRow, unconfirmedRows } from '../../engine/run/unconfirmed.js';
import { CommandError } from '../output/commandError.js';
import { askAll, describe } from './askUnconfirmed.js';

interface ResolveFlags extends SheetOptions, JournalOptions, OperationOption {
  row?: string;
  exists?: string;
  sendAgain?: boolean;
  newCase?: boolean;
  notItsAssessment?: boolean;
  acceptSheet?: boolean;
  json?: boolean;
}

/** `rwa resolve FILE`: a person enters whether rows whose answer was lost exist in the service. */
export function addResolve(command: Command, { terminal, end }: Session): void {
  addJournalOptions(
    command
      .argument(...fileArgument)
      .option(
        '--row <row>',
        'resolve this row: its number, or its key if it is missing from the sheet',
      )
      .option('--exists <id>', 'with --row: it exists in the service, with this ID (or: yes)')
      .option('--send-again', 'with --row: it does not exist; the next run sends it again')
      .option('--new-case', 'with --row, for a blocked row: it is a new case; send it')
      .option(
        '--not-its-assessment',
        'with --row: its assessment belongs to another row; the row becomes unconfirmed',
      )
      .option('--accept-sheet', 'record in the journal the results that only the sheet has'),
  ).option('--json', 'print the unconfirmed rows, one JSON object per line; ask nothing');
  addSheetOptions(addOperationOption(command))
    .addHelpText('after', resolveHelp)
    .action(async (path: string, flags: ResolveFlags) => {
      end(await resolveRows(path, flags, terminal));
    });
}

const resolveHelp = `
A row is unconfirmed if it was sent and no usable answer came: its assessment or invitation may
exist. rwa never sends such a row again by itself. Check in the service, then enter what you found.
Decisions and removals need no resolving: run the same command again; repeating them is harmless.

Examples:
  rwa resolve hires.xlsx                                  list the rows and ask about each
  rwa resolve hires.xlsx --row 14 --exists 1712345        it exists
  rwa resolve hires.xlsx --row 14 --send-again            it does not exist
  rwa resolve staff.xlsx --for invite --row 4 --exists yes
If two rows of one employee have each other's assessment, run this for both rows:
  rwa resolve hires.xlsx --row 14 --not-its-assessment
then, for each, --exists with the right ID.
To send a finished row again, because it was undone in the service:
  rwa resolve staff.xlsx --for invite --row 4 --send-again`;

async function resolveRows(
  path: string,
  flags: ResolveFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  refuseHalfSaid(flags);
  const operation = flags.for;
  const files = filesOf(path, { ...flags, command: operation.command });
  await refuseOtherJournal(path, files);
  const options = await intakeOptions(operation, flags);
  const inputs = { ...options.inputs, readsResults: true };
  // Hidden rows may be unconfirmed too.
  const intake = { ...options, inputs, visibleOnly: false };
  const status = await readStatus(path, files, operation, intake, inWords);
  // Unconfirmed rows of a repeatable operation are sent again without asking.
  const open = operation.repeatable ? [] : unconfirmedRows(status);
  const settlement = new Settlement(operation, path, files, status);
  const next = () => {
    const settled = open.filter(({ key }) => settlement.settled.has(key));
    return `Next:\n  ${goOn(path, operation, settled, flags)}`;
  };

  if (flags.acceptSheet === true) {
    if (operation.repeatable) {
      throw new CommandError(
        `rwa ${operation.command} needs no --accept-sheet: repeating it is harmless.`,
      );
    }
    const { accepted, left } = await settlement.acceptSheet();
    if (accepted > 0) terminal.out(`Recorded the results of ${count(accepted, 'row')}.`);
    for (const { row, why } of left) {
      terminal.out(`Row ${row} was not recorded: ${inWords(why)}`);
    }
    if (left.length > 0) return exitCodes.someFailed;
    terminal.out(accepted > 0 ? next() : 'The journal already has every result in the sheet.');
    return exitCodes.done;
  }
  if (flags.row !== undefined && flags.newCase === true) {
    await settlement.newCase(flags.row);
    terminal.out(`Row ${flags.row} is now a new case; the next run sends it.\n${next()}`);
    return exitCodes.done;
  }
  if (flags.row !== undefined && flags.notItsAssessment === true) {
    const id = await settlement.notItsAssessment(flags.row);
    const resolve = { ...operationFlag(operation), ...journalFlags(flags) };
    const settle = commandLine(['resolve', path], { row: flags.row, ...resolve });
    terminal.out(
      `Assessment ${id} was removed from row ${flags.row}. The row is now unconfirmed and won't be sent again until you resolve it.\nNext:\n  ${settle} --exists ID`,
    );
    return exitCodes.done;
  }
  if (flags.row !== undefined) {
    await settlement.settle(keyOfRow(flags.row, open, status), flags.exists);
    const left = open.filter(({ key }) => !settlement.settled.has(key)).length;
    terminal.out(
      left === 0
        ? `Resolved: ${said(flags)}.\n${next()}`
        : `Resolved: ${said(flags)}. ${count(left, 'row')} left unconfirmed.\n${next()}`,
    );
    return exitCodes.done;
  }
  if (flags.json === true) {
    for (const row of open) {
      const reason = inWords(row.reason);
      terminal.out(JSON.stringify({ type: 'unconfirmed', ...row, reason }));
    }
  } else if (open.length === 0 && status.leftBehind !== undefined) {
    for (const line of linesOf({ code: 'otherJournalKnowsRows', ...status.leftBehind })) {
      terminal.out(wrapped(sanitized(whole(line)), terminal.width));
    }
  } else if (open.length === 0) {
    const { command, repeatable } = operation;
    terminal.out(
      repeatable
        ? `Nothing to resolve: rwa ${command} sends unconfirmed rows again, which is harmless.`
        : 'No row is unconfirmed.',
    );
  } else {
    for (const row of open) terminal.out(wrapped(describe(row, operation), terminal.width, '  '));
  }
  if (open.length === 0) return exitCodes.done;
  if (flags.json === true || !terminal.interactive) return exitCodes.unconfirmed;
  await askAll(open, settlement, operation, terminal);
  const left = open.length - settlement.settled.size;
  if (settlement.settled.size > 0 || left === 0) terminal.out(next());
  if (left === 0) return exitCodes.done;
  terminal.out(`${count(left, 'row')} left unconfirmed.`);
  return exitCodes.unconfirmed;
}

/** What was recorded, in words. */
function said({ row = '', exists }: ResolveFlags): string {
  return exists === undefined ? `row ${row} will be sent again` : `row ${row} exists (${exists})`;
}

/** The command that continues with the resolved rows and sends nothing else. */
function goOn(
  path: string,
  operation: SheetOperation,
  settled: readonly UnconfirmedRow[],
  flags: ResolveFlags,
): string {
  const again = settled.filter(({ key }) => followedBy(key) !== undefined);
  const rows = again.flatMap(({ row }) => row ?? []).join(',');
  if (again.length === 0 || again.length < settled.length || rows === '') {
    return commandLine([operation.command, path], journalFlags(flags));
  }
  return commandLine(['reassess', path], { ...journalFlags(flags), rows });
}

function refuseHalfSaid(flags: ResolveFlags): void {
  const { row, exists, sendAgain, newCase, notItsAssessment, acceptSheet = false } = flags;
  const said = [exists !== undefined, sendAgain, newCase, notItsAssessment].filter(Boolean).length;
  if (row === undefined && said > 0) {
    throw new CommandError(
      'Name the row with --row. Without --row, rwa resolve lists the unconfirmed rows.',
    );
  }
  if (row !== undefined && (said !== 1 || acceptSheet)) {
    throw new CommandError(
      'With --row, use exactly one of --exists ID, --send-again, --new-case and --not-its-assessment.',
    );
  }
}

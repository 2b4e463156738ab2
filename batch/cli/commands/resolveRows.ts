import { sanitized } from '../../../src/sanitized.js';
import { followedBy } from '../../engine/intake/rowKey.js';
import { refuseOtherJournal } from '../../engine/journal/ownJournal.js';
import { refuseInUse } from '../../engine/run/outcomeNow.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { commandLine } from '../output/commandLine.js';
import { type ExitCode, exitCodes } from '../output/exitCodes.js';
import { wrapped } from '../output/lines.js';
import { count } from '../../wording/words.js';
import { type Terminal } from '../output/terminal.js';
import { sentence, value, whole } from '../../wording/sentence.js';
import { inWords, linesOf } from '../wording/wording.js';
import { readStatus, type SheetStatus } from '../../engine/run/readStatus.js';
import { intakeOptions } from './intakeOptions.js';
import {
  type JournalOptions,
  journalFlags,
  withImpliedSandbox,
  operationFlag,
  type OperationOption,
  type SheetOptions,
} from './options.js';
import { Settlement } from './settlement.js';
import { keyOfRow, type UnconfirmedRow, unconfirmedRows } from '../../engine/run/unconfirmed.js';
import { CommandError } from '../output/commandError.js';
import { askAll, becameWords, describe } from './askUnconfirmed.js';
import { usableFiles } from './usableFiles.js';

/** The flags of `rwa resolve`. */
export interface ResolveFlags extends SheetOptions, JournalOptions, OperationOption {
  row?: string;
  exists?: string;
  sendAgain?: boolean;
  newCase?: boolean;
  notItsAssessment?: boolean;
  acceptSheet?: boolean;
  json?: boolean;
}

/** Records what a person says of unconfirmed rows, or lists these and asks. */
export async function resolveRows(
  path: string,
  given: ResolveFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  refuseHalfSaid(given);
  const flags = withImpliedSandbox(path, given);
  const operation = flags.for;
  const files = usableFiles(path, { ...flags, command: operation.command });
  await refuseOtherJournal(path, files);
  // What it has sent and not heard of yet is not unconfirmed.
  refuseInUse(files);
  const options = await intakeOptions(operation, flags);
  const inputs = { ...options.inputs, readsResults: true };
  // Hidden rows may be unconfirmed too.
  const intake = { ...options, inputs, visibleOnly: false };
  const status = await readStatus(path, files, operation, intake, inWords);
  // Unconfirmed rows of a repeatable operation are sent again without asking.
  const unconfirmed = operation.repeatable ? [] : unconfirmedRows(status);
  const settlement = new Settlement(operation, path, files, status, journalFlags(flags));
  const resolving = { path, flags, operation, status, unconfirmed, settlement, terminal };

  if (flags.acceptSheet === true) return acceptSheet(resolving);
  if (flags.row !== undefined) return resolveRow(resolving, flags.row);
  list(resolving);
  if (unconfirmed.length === 0) return exitCodes.done;
  if (flags.json === true) return exitCodes.unconfirmed;
  if (!terminal.interactive) {
    terminal.out(
      'Answer for each with --row ROW and --exists ID, or --send-again if it does not exist.',
    );
    return exitCodes.unconfirmed;
  }
  await askAll(unconfirmed, settlement, operation, terminal);
  const left = unresolved(resolving);
  if (settlement.settled.size > 0 || left === 0) terminal.out(next(resolving));
  if (left === 0) return exitCodes.done;
  terminal.out(`${count(left, 'row')} left unconfirmed.`);
  return exitCodes.unconfirmed;
}

interface Resolving {
  readonly path: string;
  readonly flags: ResolveFlags;
  readonly operation: SheetOperation;
  readonly status: SheetStatus;
  /** The unconfirmed rows that a person must resolve. */
  readonly unconfirmed: readonly UnconfirmedRow[];
  readonly settlement: Settlement;
  readonly terminal: Terminal;
}

async function acceptSheet(resolving: Resolving): Promise<ExitCode> {
  const { operation, settlement, terminal } = resolving;
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
  terminal.out(
    accepted > 0 ? next(resolving) : 'The journal already has every result in the sheet.',
  );
  return exitCodes.done;
}

async function resolveRow(resolving: Resolving, row: string): Promise<ExitCode> {
  const { path, flags, operation, status, unconfirmed, settlement, terminal } = resolving;
  if (flags.newCase === true) {
    await settlement.newCase(row);
    terminal.out(`Row ${row} is now a new case; the next run sends it.\n${next(resolving)}`);
    return exitCodes.done;
  }
  if (flags.notItsAssessment === true) {
    const id = await settlement.notItsAssessment(row);
    const resolve = { ...operationFlag(operation), ...journalFlags(flags) };
    const settle = commandLine(['resolve', path], { row, ...resolve });
    terminal.out(
      `Assessment ${id} was removed from row ${row}. The row is now unconfirmed and won't be sent again until you resolve it.\nNext, with the right Assessment ID, or if there is none:\n  ${settle} --exists ID\n  ${settle} --send-again`,
    );
    return exitCodes.done;
  }
  const key = keyOfRow(row, unconfirmed, status);
  await settlement.settle(key, flags.exists);
  if (flags.exists === undefined) sayRepeat(resolving, key);
  const left = unresolved(resolving);
  terminal.out(
    left === 0
      ? `Resolved: ${said(flags)}.\n${next(resolving)}`
      : `Resolved: ${said(flags)}. ${count(left, 'row')} left unconfirmed.\n${next(resolving)}`,
  );
  return exitCodes.done;
}

/** A row that is identical to another one is sent only with an option. */
function sayRepeat({ operation, status, terminal }: Resolving, key: string): void {
  const { number, sameAs } = status.rows.find(({ planned }) => planned.key === key)?.planned ?? {};
  if (sameAs === undefined || operation.name !== 'rwa_create') return;
  terminal.out(
    `Row ${number} is identical to row ${sameAs}: it is sent only if you add --send-duplicates to the next command.`,
  );
}

function list({ flags, operation, status, unconfirmed, terminal }: Resolving): void {
  if (flags.json === true) {
    for (const row of unconfirmed) {
      const reason = inWords(row.reason);
      terminal.out(JSON.stringify({ type: 'unconfirmed', ...row, reason }));
    }
  } else if (unconfirmed.length === 0 && status.leftBehind !== undefined) {
    for (const line of linesOf({ code: 'otherJournalKnowsRows', ...status.leftBehind })) {
      terminal.out(wrapped(sanitized(whole(line)), terminal.width));
    }
  } else if (unconfirmed.length === 0) {
    const { command, repeatable } = operation;
    terminal.out(
      repeatable
        ? `Nothing to resolve: rwa ${command} sends unconfirmed rows again, which is harmless.`
        : 'No row is unconfirmed.',
    );
  } else {
    for (const row of unconfirmed)
      terminal.out(wrapped(describe(row, operation), terminal.width, '  '));
  }
}

function unresolved({ unconfirmed, settlement }: Resolving): number {
  return unconfirmed.filter(({ key }) => !settlement.settled.has(key)).length;
}

/** The next command, for the rows that were resolved. */
function next({ path, flags, operation, unconfirmed, settlement }: Resolving): string {
  const settled = unconfirmed.filter(({ key }) => settlement.settled.has(key));
  return `Next:\n  ${goOn(path, operation, settled, flags)}`;
}

/** What was recorded, in words. */
function said({ row = '', exists }: ResolveFlags): string {
  return `row ${row} ${becameWords(exists)}`;
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
  const { row, exists, sendAgain, acceptSheet = false } = flags;
  const { newCase = false, notItsAssessment = false } = flags;
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
  if (row !== undefined && (newCase || notItsAssessment) && !/^[1-9]\d{0,8}$/.test(row)) {
    throw new CommandError(
      sentence`--row "${value(row)}" is not a row number. rwa status shows them.`,
    );
  }
}

import { sanitize } from '../../../src/sanitized.js';
import { getFollowedAssessment, type SheetRequest } from '../../engine/intake/rowKey.js';
import { refuseOtherJournal } from '../../engine/journal/ownJournal.js';
import { assertNotInUse } from '../../engine/journal/sheetLock.js';
import { readStatus, type SheetStatus } from '../../engine/run/readStatus.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { operationWords, resumeCommands } from '../operations/operations.js';
import { commandLine, type Flags } from '../output/commandLine.js';
import { type ExitCode, exitCodes } from '../output/exitCodes.js';
import { wrapText } from '../output/lines.js';
import { count } from '../../wording/words.js';
import { type Terminal } from '../output/terminal.js';
import { sentence, value, showValues } from '../../wording/sentence.js';
import { inWords, toLines } from '../wording/wording.js';
import { readIntakeOptions } from './intakeOptions.js';
import { suggestRoundCommand } from './continueRound.js';
import { type ConfigOption, toResolveFlags, withConfiguredOptions } from './configuredSheet.js';
import {
  withImpliedSandbox,
  toOperationFlag,
  type OperationOption,
  toSendingFlags,
  type SendingOptions,
} from './options.js';
import { Settlement } from './settlement.js';
import {
  checkNewRow,
  findRowKey,
  hasOtherBlockedRow,
  hasOtherOpenRow,
  type UnconfirmedRow,
  listUnconfirmedRows,
  type UnprovenRow,
  listUnprovenRows,
} from '../../engine/run/settleRow.js';
import { CommandError } from '../output/commandError.js';
import {
  askUnconfirmed,
  askUnproven,
  wordAnswer,
  adviseToClear,
  describeUnconfirmed,
  describeUnproven,
} from './askUnconfirmed.js';
import { findUsableFiles } from './usableFiles.js';

export interface ResolveFlags extends SendingOptions, ConfigOption, OperationOption {
  row?: string;
  /** True if `--exists` has no ID. */
  exists?: string | true;
  sendAgain?: boolean;
  newRow?: boolean;
  notItsAssessment?: boolean;
  acceptSheet?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

export async function resolveRows(
  path: string,
  given: ResolveFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  assertRowAndAnswer(given);
  const flags = await withConfiguredOptions(path, withImpliedSandbox(path, given));
  const operation = flags.for;
  const files = findUsableFiles(path, { ...flags, command: operation.command });
  await refuseOtherJournal(path, files);
  // The requests of an active run may still be answered.
  assertNotInUse(files);
  const options = await readIntakeOptions(operation, flags);
  const inputs = { ...options.inputs, readsResults: true };
  // Hidden rows may be unconfirmed too.
  const intake = { ...options, inputs, visibleOnly: false };
  const status = await readStatus(path, files, operation, intake, inWords);
  // Unconfirmed rows of a repeatable operation are sent again without asking.
  const unconfirmed = operation.repeatable ? [] : listUnconfirmedRows(status);
  const settlement = new Settlement(operation, path, files, status, {
    flags: toResolveFlags(flags),
    sendingFlags: toSendingFlags(flags),
    isDryRun: flags.dryRun === true,
  });
  const unproven = listUnprovenRows(status);
  const context = { path, flags, operation, status, unconfirmed, unproven, settlement, terminal };

  if (flags.acceptSheet === true) return acceptSheet(context);
  if (flags.row !== undefined) return resolveRow(context, flags.row);
  listRows(context);
  if (unconfirmed.length + unproven.length === 0) return exitCodes.done;
  if (flags.json === true) return findExitCode(context);
  if (flags.dryRun === true || !terminal.interactive) {
    for (const line of explainAnswers(context)) terminal.out(line);
    return findExitCode(context);
  }
  if (unconfirmed.length > 0) await askUnconfirmed(unconfirmed, settlement, operation, terminal);
  if (unproven.length > 0) await askUnproven(unproven, settlement, operation, terminal);
  const stillUnconfirmed = countUnanswered(unconfirmed, settlement);
  const stillBlocked = countUnanswered(unproven, settlement);
  if (settlement.settled.size > 0 || stillUnconfirmed + stillBlocked === 0)
    terminal.out(formatNext(context));
  if (stillUnconfirmed > 0) terminal.out(`${count(stillUnconfirmed, 'row')} left unconfirmed.`);
  if (stillBlocked > 0) terminal.out(`${count(stillBlocked, 'row')} left blocked.`);
  return findExitCode(context);
}

function explainAnswers({ path, flags, unconfirmed, unproven }: ResolveContext): string[] {
  const toCommand = (options: Flags) =>
    `  ${commandLine(['resolve', path], { ...options, ...toResolveFlags(flags) })}`;
  return [
    ...(unconfirmed.length === 0
      ? []
      : ['Resolve each: --row KEY --exists ID, or --row KEY --send-again if it does not exist.']),
    ...(unproven.length === 0
      ? []
      : [
          unproven.length === 1
            ? 'If the Assessment ID is that of its row, accept it; if not, clear the result cells of the row:'
            : 'If an Assessment ID is that of its row, accept it; if not, clear the result cells of the row. For one row, or for all:',
          ...unproven.slice(0, 1).map(({ key }) => toCommand({ row: key, exists: true })),
          ...(unproven.length === 1 ? [] : [toCommand({ acceptSheet: true })]),
        ]),
  ];
}

function findExitCode({ unconfirmed, unproven, settlement }: ResolveContext): ExitCode {
  if (countUnanswered(unconfirmed, settlement) > 0) return exitCodes.unconfirmed;
  return countUnanswered(unproven, settlement) > 0 ? exitCodes.someFailed : exitCodes.done;
}

interface ResolveContext {
  readonly path: string;
  readonly flags: ResolveFlags;
  readonly operation: SheetOperation;
  readonly status: SheetStatus;
  readonly unconfirmed: readonly UnconfirmedRow[];
  readonly unproven: readonly UnprovenRow[];
  readonly settlement: Settlement;
  readonly terminal: Terminal;
}

async function acceptSheet(context: ResolveContext): Promise<ExitCode> {
  const { flags, operation, settlement, terminal } = context;
  if (operation.repeatable) {
    throw new CommandError(
      `rwa ${operation.command} needs no --accept-sheet: repeating it is harmless.`,
    );
  }
  const accepted = await settlement.acceptSheet();
  if (flags.dryRun === true && accepted > 0) {
    return endDryRun(terminal, `the IDs of ${count(accepted, 'row')}`);
  }
  terminal.out(
    accepted > 0
      ? `Recorded what the sheet shows in ${count(accepted, 'row')}.\n${formatNext(context)}`
      : 'No row shows an ID that can be accepted.',
  );
  return exitCodes.done;
}

async function resolveRow(context: ResolveContext, row: string): Promise<ExitCode> {
  const { path, flags, operation, status, unconfirmed, unproven, settlement, terminal } = context;
  if (flags.newRow === true) {
    const planned = settlement.findBlockedRow(row);
    const { number, inputs: request } = planned;
    const newRowKey = checkNewRow(planned);
    if (row !== newRowKey && hasOtherBlockedRow(planned, status)) {
      refuseUncertainNumber(context, { key: newRowKey, name: number, request });
    }
    await settlement.makeRowNew(planned);
    if (flags.dryRun === true) {
      return endDryRun(terminal, `row ${number} counts as new; the next run would send it`);
    }
    terminal.out(`Row ${number} now counts as new; the next run sends it.\n${formatNext(context)}`);
    return exitCodes.done;
  }
  if (flags.notItsAssessment === true) {
    const { id, key } = await settlement.detachAssessment(row);
    if (flags.dryRun === true) {
      return endDryRun(
        terminal,
        `row ${row} does not have assessment ${id}; it becomes unconfirmed`,
      );
    }
    const resolve = { ...toOperationFlag(operation), ...toResolveFlags(flags) };
    const settle = commandLine(['resolve', path], { row: key, ...resolve });
    terminal.out(
      `Assessment ${id} was removed from row ${row}. The row is now unconfirmed and won't be sent again until you resolve it.\nNext, with the right Assessment ID, or if there is none:\n  ${settle} --exists ID\n  ${settle} --send-again`,
    );
    return exitCodes.done;
  }
  const key = findRowKey(row, unconfirmed, status);
  const planned = status.rows.find((each) => each.planned.key === key)?.planned;
  const name = planned?.number ?? key;
  // Without a journal, no answer is recorded, and the key of a row may change.
  const mayBeOther = status.service !== undefined && hasOtherOpenRow(key, unconfirmed, status);
  if (row !== key && mayBeOther) {
    refuseUncertainNumber(context, { key, name, request: planned?.inputs });
  }
  const isUnproven = unproven.some((each) => each.key === key);
  if (isUnproven && flags.exists === undefined) throw new CommandError(adviseToClear(name));
  const needsId = operation.name === 'rwa_create' && !isUnproven;
  if (needsId && flags.exists === true) {
    throw new CommandError(`Row ${name} shows no Assessment ID: use --exists with the ID.`);
  }
  await settlement.settle(key, flags.exists === true ? 'yes' : flags.exists);
  const answer = `row ${name} ${wordAnswer(flags.exists === true ? 'yes' : flags.exists)}`;
  if (flags.dryRun === true) return endDryRun(terminal, answer);
  if (flags.exists === undefined) printDuplicateHint(context, key);
  const stillUnconfirmed = countUnanswered(unconfirmed, settlement);
  terminal.out(
    stillUnconfirmed === 0
      ? `Resolved: ${answer}.\n${formatNext(context)}`
      : `Resolved: ${answer}. ${count(stillUnconfirmed, 'row')} left unconfirmed.\n${formatNext(context)}`,
  );
  return exitCodes.done;
}

/** If the sheet was sorted since a person looked the row up, its number is that of another row. */
function refuseUncertainNumber(
  { path, flags, operation }: ResolveContext,
  row: {
    readonly key: string;
    readonly name: number | string;
    readonly request: SheetRequest | undefined;
  },
): never {
  const { exists, sendAgain, newRow } = flags;
  const withKey = commandLine(['resolve', path], {
    row: row.key,
    exists,
    sendAgain,
    newRow,
    ...toOperationFlag(operation),
    ...toResolveFlags(flags),
  });
  const about =
    row.request === undefined
      ? ''
      : ` (${operationWords[operation.command].describe(row.request).join(', ')})`;
  throw new CommandError(
    'Name the row by its key: other rows can be resolved too, and row numbers change if somebody sorts the sheet. Nothing was recorded.',
    `If you looked up row ${row.name} as it is now${about}: ${withKey}`,
  );
}

function endDryRun(terminal: Terminal, record: string): ExitCode {
  terminal.out(`Would record: ${record}.`);
  terminal.err('Nothing was recorded.');
  return exitCodes.checked;
}

function printDuplicateHint({ operation, status, terminal }: ResolveContext, key: string): void {
  const { number, sameAs } = status.rows.find(({ planned }) => planned.key === key)?.planned ?? {};
  if (sameAs === undefined || operation.name !== 'rwa_create') return;
  terminal.out(
    `Row ${number} is identical to row ${sameAs}: it is sent only if you add --send-duplicates to the next command.`,
  );
}

function listRows({
  flags,
  operation,
  status,
  unconfirmed,
  unproven,
  terminal,
}: ResolveContext): void {
  const isEmpty = unconfirmed.length + unproven.length === 0;
  if (flags.json === true) {
    for (const row of unconfirmed) {
      const reason = inWords(row.reason);
      terminal.out(JSON.stringify({ type: 'unconfirmed', ...row, reason }));
    }
    for (const row of unproven) terminal.out(JSON.stringify({ type: 'unproven', ...row }));
  } else if (isEmpty && status.leftBehind !== undefined) {
    for (const line of toLines({ code: 'otherJournalKnowsRows', ...status.leftBehind })) {
      terminal.out(wrapText(sanitize(showValues(line)), terminal.width));
    }
  } else if (isEmpty) {
    const { command, repeatable } = operation;
    terminal.out(
      repeatable
        ? `Nothing to resolve: rwa ${command} sends unconfirmed rows again, which is harmless.`
        : 'No row is unconfirmed.',
    );
  } else {
    for (const row of unconfirmed)
      terminal.out(wrapText(describeUnconfirmed(row, operation), terminal.width, '  '));
    for (const row of unproven)
      terminal.out(wrapText(describeUnproven(row, operation), terminal.width, '  '));
  }
}

function countUnanswered(rows: readonly { key: string }[], { settled }: Settlement): number {
  return rows.filter(({ key }) => !settled.has(key)).length;
}

function formatNext(context: ResolveContext): string {
  return `Next:\n  ${suggestResumeCommand(context)}`;
}

function suggestResumeCommand(context: ResolveContext): string {
  const { path, flags, operation, status } = context;
  const { settled } = context.settlement;
  const rows = status.rows.flatMap(({ planned: { key, number } }) =>
    settled.has(key) && getFollowedAssessment(key) !== undefined ? number : [],
  );
  if (rows.length > 0 && rows.length === settled.size) {
    return suggestRoundCommand(path, rows, status.round, flags);
  }
  return commandLine([resumeCommands[operation.name], path], toSendingFlags(flags));
}

function assertRowAndAnswer(flags: ResolveFlags): void {
  const { row, exists, sendAgain, acceptSheet = false } = flags;
  const { newRow = false, notItsAssessment = false } = flags;
  const answers = [exists !== undefined, sendAgain, newRow, notItsAssessment].filter(
    Boolean,
  ).length;
  if (row === undefined && answers > 0) {
    throw new CommandError(
      'Name the row with --row. Without --row, rwa resolve lists the rows to resolve.',
    );
  }
  if (row !== undefined && (answers !== 1 || acceptSheet)) {
    throw new CommandError(
      'With --row, use exactly one of --exists ID, --send-again, --new-row and --not-its-assessment.',
    );
  }
  // The other answers accept a key.
  if (row !== undefined && notItsAssessment && !/^[1-9]\d{0,8}$/.test(row)) {
    throw new CommandError(
      sentence`--row "${value(row)}" is not a row number. rwa status shows them.`,
    );
  }
}

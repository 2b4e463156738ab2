import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import {
  forget,
  type Forgetting,
  planForgetting,
  refuseCopy,
} from '../../engine/forget/forgetting.js';
import {
  toSheetFiles,
  isSandboxSheet,
  toRealSheet,
  type SheetFiles,
} from '../../engine/journal/sheetFiles.js';
import type { Lock } from '../../engine/journal/journalStore.js';
import { assess } from '../../engine/operations/assess.js';
import { lockForDryRun, lockSheet } from '../../engine/journal/sheetLock.js';
import { type ExitCode, exitCodes } from '../output/exitCodes.js';
import { wrapText } from '../output/lines.js';
import { OperatingError } from '../../engine/errors.js';
import {
  forgetDryRunText,
  forgetJson,
  forgetPlanText,
  forgetResultText,
  type ForgetTarget,
  isEmpty,
  isKnown,
} from '../output/forgetText.js';
import { parseCopyName } from '../../engine/files/backups.js';
import {
  addOperationOption,
  addSheetOptions,
  fileArgument,
  createWholeNumberParser,
} from './options.js';
import { refuseUnconfirmed, refuseUnfinishedRows, findReasonToWait } from './forgetLater.js';
import type { Session } from './session.js';
import { CommandError } from '../output/commandError.js';
import { createRunFact } from './createRunFact.js';
import { type ForgetFlags, createSubject, findPersonRows } from './forgetSubject.js';
import { findUsableFiles } from './usableFiles.js';

export function addForget(command: Command, session: Session): void {
  command
    .argument(...fileArgument)
    .addOption(
      new Option('--row <row>', 'the person in this row')
        .argParser(createWholeNumberParser(1))
        .conflicts('employee'),
    )
    .option(
      '--employee <id>',
      'the person with this Employee ID (Staff ID for invite and remove-access), even if not in the sheet',
    )
    .option('--yes', 'skip the confirmation')
    .option('--dry-run', 'show what would be forgotten; change nothing')
    .option('--json', 'print one JSON object per line')
    .option('--journal <file>', 'journal file (default: beside the sheet)');
  addSheetOptions(addOperationOption(command))
    .addHelpText('after', help)
    .action(async (path: string, flags: ForgetFlags) => {
      // `assess` has the same files, and also reads rows without an assessment.
      const operation = flags.for.command === 'reassess' ? assess : flags.for;
      session.setExitCode(await forgetPerson(path, { ...flags, for: operation }, session));
    });
}

const help = `
The journal keeps a hash of each request, so that no row of the person is sent
again. Backups, results files, sandbox files and reports that contain the person
are deleted entirely. Delete the person's rows in the sheet yourself.

Examples:
  rwa forget hires.xlsx --row 14              the person in row 14
  rwa forget hires.xlsx --row 14 --dry-run    only show the files
  rwa forget hires.xlsx --employee 00123      if the rows are already deleted
  rwa forget staff.xlsx --for invite --employee 00123
  rwa forget decisions.xlsx --for decide --row 3   a separate sheet of decisions`;

async function forgetPerson(path: string, flags: ForgetFlags, session: Session): Promise<ExitCode> {
  const signal = session.interruption.begin({
    finishing: 'Stopping.',
    stopped: () => 'Stopped. To continue, run the same command again.',
  });
  assertForgettable(path, flags);
  const files = findUsableFiles(path, { journal: flags.journal, command: flags.for.command });
  const lock = await (flags.dryRun === true ? createDryRunLock : lockAll)(path, files);
  try {
    const sheet = await findPersonRows(path, files, flags);
    const reason = findReasonToWait(sheet.rows, flags.for);
    if (reason !== undefined) return refuseUnfinishedRows(path, reason, flags, session.terminal);
    const plan = await planForgetting(createSubject(path, flags, sheet), createRunFact('forget'));
    const [operation] = plan.unconfirmed.keys();
    if (operation !== undefined) {
      return refuseUnconfirmed(path, operation, flags, session.terminal);
    }
    if (flags.dryRun === true) return endDryRun(plan, sheet.person, flags, session.terminal);
    return await carryOut(plan, sheet.person, { flags, session, signal, lock });
  } finally {
    await lock.release();
  }
}

function assertForgettable(
  path: string,
  { for: { command }, row, employee, journal }: ForgetFlags,
) {
  if (row === undefined && employee === undefined) {
    throw new CommandError('Name the person with --row or --employee. Nothing was deleted.');
  }
  if (!existsSync(path))
    throw new CommandError(`The file ${path} does not exist. Nothing was deleted.`);
  const origin = parseCopyName(path)?.file;
  if (origin !== undefined && existsSync(origin)) refuseCopy(path, origin);
  if (isSandboxSheet(path)) refuseCopy(path, toRealSheet(path));
  if (command !== 'decide') return;
  if (employee !== undefined) {
    throw new CommandError(
      'A sheet of decisions has no Employee IDs. Use --row with the row of the decision. Nothing was deleted.',
    );
  }
  if (existsSync(toSheetFiles(path, { journal }).journal)) {
    throw new CommandError(
      `${path} also has a journal of assessments. Run this without --for decide: the decisions are forgotten together with the assessments. Nothing was deleted.`,
    );
  }
}

function endDryRun(
  plan: Forgetting,
  person: ForgetTarget,
  { json = false }: ForgetFlags,
  terminal: Session['terminal'],
): ExitCode {
  if (json) for (const line of forgetJson(person, plan, { isDryRun: true })) terminal.out(line);
  else terminal.out(forgetDryRunText(person, plan, terminal.width));
  terminal.err('Nothing was deleted.');
  const hasChanges = !isEmpty(plan) && plan.unreadable.length === 0;
  return hasChanges ? exitCodes.checked : findExitCode(person, plan);
}

async function carryOut(
  plan: Forgetting,
  person: ForgetTarget,
  { flags, session: { terminal }, signal, lock }: ForgetCall,
): Promise<ExitCode> {
  const isJson = flags.json === true;
  if (!isEmpty(plan)) {
    const text = wrapText(forgetPlanText(person, plan), terminal.width, '           ');
    if (!isJson) terminal.out(text);
    else if (flags.yes !== true) terminal.err(text);
    const answer = await confirm(flags, terminal, signal);
    if (answer !== true) {
      terminal.err('Nothing was deleted.');
      return answer === undefined ? exitCodes.interrupted : exitCodes.usage;
    }
  }
  const failed = await forget(plan, () => {
    const lost = lock.findLoss();
    if (lost !== undefined) throw new OperatingError(lost);
  });
  if (isJson) for (const line of forgetJson(person, plan, { failed })) terminal.out(line);
  else terminal.out(forgetResultText(person, plan, failed, terminal.width));
  return failed.length > 0 ? exitCodes.stopped : findExitCode(person, plan);
}

function findExitCode(person: ForgetTarget, plan: Forgetting): ExitCode {
  if (plan.unreadable.length > 0) return exitCodes.someFailed;
  return isKnown(person, plan) ? exitCodes.done : exitCodes.usage;
}

/** Locks the sandbox files too, so that an active sandbox run does not lose them. */
async function lockAll(path: string, files: SheetFiles): Promise<Lock> {
  const own = await lockSheet(path, files, Date.now);
  try {
    const sandbox = await lockSheet(path, toSheetFiles(path, { sandbox: true }), Date.now);
    return {
      findLoss: () => own.findLoss() ?? sandbox.findLoss(),
      release: async () => {
        await sandbox.release();
        await own.release();
      },
    };
  } catch (error) {
    await own.release();
    throw error;
  }
}

/** Throws for a sheet in use, like {@link lockAll}, but locks nothing. */
async function createDryRunLock(path: string, files: SheetFiles): Promise<Lock> {
  const own = await lockForDryRun(path, files);
  await lockForDryRun(path, toSheetFiles(path, { sandbox: true }));
  return own;
}

interface ForgetCall {
  readonly flags: ForgetFlags;
  readonly session: Session;
  readonly signal: AbortSignal;
  readonly lock: Lock;
}

/** Resolves to undefined for Ctrl+C and Ctrl+D. */
async function confirm(
  { yes }: ForgetFlags,
  terminal: Session['terminal'],
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (yes === true) return true;
  if (!terminal.interactive) {
    throw new CommandError('Confirmation needs a terminal. Add --yes. Nothing was deleted.');
  }
  const question = 'Forget this person now? This cannot be undone. [y/N] ';
  const answer = await terminal.ask(terminal.paint.err('bold', question), signal);
  return answer === undefined ? undefined : /^y(es)?$/i.test(answer.trim());
}

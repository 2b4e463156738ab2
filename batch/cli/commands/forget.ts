import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { forget, planForgetting, refuseCopy } from '../../engine/forget/forgetting.js';
import { readSetting } from '../../engine/intake/readSetting.js';
import { filesOf, isRehearsed, type SheetFiles } from '../../engine/journal/files.js';
import type { Lock } from '../../engine/journal/lock.js';
import { lockSheet } from '../../engine/journal/sheetLock.js';
import { commandLine } from '../output/commandLine.js';
import { type ExitCode } from '../output/exitCodes.js';
import { exitCodes } from '../output/exitCodes.js';
import { OperatingError, UsageError } from '../../engine/errors.js';
import { forgetJson, forgetPlanText, forgetResultText } from '../output/forgetText.js';
import { capital } from '../../engine/wording/words.js';
import { rowList } from '../../engine/wording/words.js';
import { readStatus, type SheetStatus } from '../../engine/run/readStatus.js';
import { madeBeside } from '../../../sheets/freeName.js';
import { intakeOptions } from './intakeOptions.js';
import {
  addOperationOption,
  addSheetOptions,
  fileArgument,
  type JournalOptions,
  journalFlags,
  operationFlag,
  type OperationOption,
  type SheetOptions,
  wholeNumber,
} from './options.js';
import { descriptions } from './descriptions.js';
import type { Session } from './session.js';

interface ForgetFlags extends SheetOptions, OperationOption, Pick<JournalOptions, 'journal'> {
  row?: number;
  employee?: string;
  yes?: boolean;
  json?: boolean;
}

/** `rwa forget FILE`: takes a person out of the files that belong to a sheet. */
export function addForget(program: Command, session: Session): void {
  const command = program
    .command('forget')
    .description(descriptions.forget)
    .argument(...fileArgument)
    .addOption(
      new Option('--row <row>', 'the person of this row of the sheet')
        .argParser(wholeNumber(1))
        .conflicts('employee'),
    )
    .option('--employee <id>', 'the person with this Employee ID, in the sheet or not')
    .option('--yes', 'skip the confirmation')
    .option('--json', 'one JSON object a line on standard output')
    .option('--journal <file>', 'the journal (default: beside the sheet)');
  addSheetOptions(addOperationOption(command))
    .addHelpText('after', help)
    .action(async (path: string, flags: ForgetFlags) => {
      session.end(await forgetPerson(path, flags, session));
    });
}

const help = `
The journal keeps a hash of each request, so that no row of the person is sent again. Backups,
result files, copies from --sandbox runs and reports with the person in them are deleted as a whole.
The sheet itself is yours: delete the rows there.

Examples:
  rwa forget hires.xlsx --row 14              the person of row 14, in all their rows
  rwa forget hires.xlsx --employee 00123      also when the rows are deleted already
  rwa forget staff.xlsx --for invite --employee 00123`;

/** The input that says whose a row is, by the command that the sheet is for. */
const personFields: Readonly<Partial<Record<string, string>>> = {
  assess: 'employeeId',
  reassess: 'employeeId',
  invite: 'staff_id',
  'remove-access': 'staff_id',
};

async function forgetPerson(
  path: string,
  flags: ForgetFlags,
  { terminal, interruption }: Session,
): Promise<ExitCode> {
  const signal = interruption.begin({
    finishing: 'Stopping.',
    stopped: () => 'Stopped. The same command goes on.',
  });
  const operation = flags.for;
  const field = personFields[operation.command];
  if (field === undefined) {
    throw new UsageError(
      'A sheet of decisions does not name the person. Use --employee with the sheet that the assessments are in. Nothing was deleted.',
    );
  }
  if (flags.row === undefined && flags.employee === undefined) {
    throw new UsageError('Say whom to forget with --row or --employee. Nothing was deleted.');
  }
  const origin = madeBeside(path);
  if (origin !== undefined && existsSync(origin)) refuseCopy(path, origin);
  if (isRehearsed(path)) refuseCopy(path, path.replace(/[.]sandbox([.][^.]+)$/i, '$1'));

  const options = await intakeOptions(operation, flags);
  const inputs = { ...options.inputs, readsResults: true };
  const intake = { ...options, inputs, visibleOnly: false };
  const files = filesOf(path, { journal: flags.journal, command: operation.command });
  // A sheet that is not there has no lock to take.
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}. Nothing was deleted.`);
  const lock = await lockAll(path, files);
  try {
    const status = await readStatus(path, files.journal, operation, intake);
    const employeeId =
      flags.employee === undefined
        ? personOfRow(flags.row ?? 0, field, status)
        : asSent(operation.fields[field], flags.employee, options);
    const theirs = status.rows.filter(({ planned }) => personOf(planned, field) === employeeId);
    const waiting = waitsFor(theirs);
    if (waiting !== undefined) {
      const { code, rows, command, why } = waiting;
      const next = commandLine([command === 'run' ? operation.command : command, path], {
        ...(command === 'run' ? {} : operationFlag(operation)),
        ...journalFlags(flags),
      });
      terminal.err(`rwa: ${capital(rowList(rows))} ${why} Nothing was deleted.\nNext:\n  ${next}`);
      return code;
    }
    const subject = {
      ...{ path, journal: flags.journal, operation, employeeId },
      column: { field, intake },
      keys: theirs.map(({ planned }) => planned.key).concat(keysOf(theirs, status)),
      ids: theirs.flatMap(({ planned }) => planned.written?.id ?? []),
    };
    const plan = await planForgetting(subject, new Date().toISOString());
    const [open] = plan.unconfirmed.keys();
    if (open !== undefined) {
      const next = commandLine(['resolve', path], {
        ...operationFlag(open),
        ...journalFlags(flags),
      });
      terminal.err(
        `rwa: A request of this person was sent and never answered: it may exist in the service. Settle it first, or nobody could find it any more. Nothing was deleted.\nNext:\n  ${next}`,
      );
      return exitCodes.unconfirmed;
    }
    const about = { path, employeeId, rows: theirs.map(({ planned }) => planned.number) };
    const isNothing = plan.journals.length + plan.deletions.length === 0;
    if (flags.json !== true && !isNothing) terminal.out(forgetPlanText(about, plan));
    if (!isNothing) {
      const answer = await confirmed(flags, terminal, signal);
      if (answer === undefined) return exitCodes.interrupted;
      if (!answer) {
        terminal.err('Nothing was deleted.');
        return exitCodes.usage;
      }
    }
    const failed = isNothing
      ? []
      : await forget(plan, () => {
          const lost = lock.lost();
          if (lost !== undefined) throw new OperatingError(lost);
        });
    const hasJournal = status.service !== undefined;
    if (flags.json === true) {
      for (const line of forgetJson(about, plan, failed)) terminal.out(line);
    } else {
      terminal.out(forgetResultText(about, plan, { failed, isNothing, hasJournal }));
    }
    return failed.length > 0
      ? exitCodes.stopped
      : plan.unreadable.length > 0
        ? exitCodes.someFailed
        : exitCodes.done;
  } finally {
    await lock.release();
  }
}

/** The sheet and its rehearsals: what a rehearsal works on cannot be deleted under it. */
async function lockAll(path: string, files: SheetFiles): Promise<Lock> {
  const own = await lockSheet(path, files, Date.now);
  try {
    const rehearsal = await lockSheet(path, filesOf(path, { sandbox: true }), Date.now);
    return {
      lost: () => own.lost() ?? rehearsal.lost(),
      release: async () => {
        await rehearsal.release();
        await own.release();
      },
    };
  } catch (error) {
    await own.release();
    throw error;
  }
}

type StatusRow = SheetStatus['rows'][number];

/** Why nothing can be forgotten yet of rows that are in the sheet, and what to do first. */
function waitsFor(theirs: readonly StatusRow[]) {
  const numbers = (isMeant: (row: StatusRow) => boolean) =>
    theirs.filter(isMeant).map(({ planned }) => planned.number);
  const open = numbers(({ report }) => report.status === 'Unconfirmed');
  if (open.length > 0) {
    const why =
      'may exist in the service without our knowing. Settle that first, or nobody could find it any more.';
    return { code: exitCodes.unconfirmed, rows: open, command: 'resolve', why };
  }
  const pending = numbers(({ report }) => report.status === 'Pending');
  if (pending.length > 0) {
    const why =
      'still waits for a result. Fetch it first; or, if it never comes, delete the row from the sheet and use --employee.';
    return { code: exitCodes.pending, rows: pending, command: 'run', why };
  }
  const held = numbers(({ planned }) => planned.ownKey !== undefined);
  if (held.length > 0) {
    const why =
      'may belong to an assessment that no sheet has shown. Do what its message says first.';
    return { code: exitCodes.someFailed, rows: held, command: 'status', why };
  }
  return undefined;
}

/** The keys that the rows have by their inputs, whatever they stand on. */
function keysOf(theirs: readonly StatusRow[], { intakeRows }: SheetStatus): string[] {
  const numbers = new Set(theirs.map(({ planned }) => planned.number));
  return intakeRows.flatMap(({ number, key }) => (numbers.has(number) ? [key] : []));
}

function personOfRow(row: number, field: string, { rows }: SheetStatus): string {
  const found = rows.find(({ planned }) => planned.number === row);
  if (found === undefined) {
    throw new UsageError(`The sheet has no row ${row} with inputs. Nothing was deleted.`);
  }
  const person = personOf(found.planned, field);
  if (person !== undefined) return person;
  throw new UsageError(
    `Row ${row} cannot be read, so it does not say whose it is. Name the person with --employee. Nothing was deleted.`,
  );
}

function personOf({ subject, body }: StatusRow['planned'], field: string): string | undefined {
  if (subject !== undefined) return subject.employeeId;
  if (body === undefined) return undefined;
  const value = (JSON.parse(body) as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' ? value : undefined;
}

function asSent(
  input: Parameters<typeof readSetting>[0] | undefined,
  text: string,
  reading: Parameters<typeof readSetting>[2],
): string {
  const read = input === undefined ? { value: text } : readSetting(input, text, reading);
  if ('problem' in read) throw new UsageError(`--employee "${text}" is no id. ${read.problem}`);
  return String(read.value);
}

/** Undefined for Ctrl+C at the question. */
async function confirmed(
  { yes }: ForgetFlags,
  terminal: Session['terminal'],
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (yes === true) return true;
  if (!terminal.interactive) {
    throw new UsageError(
      'There is no terminal to ask on. Add --yes to go on. Nothing was deleted.',
    );
  }
  const question = 'Forget this person now? It cannot be undone. [y/N] ';
  const answer = await terminal.ask(terminal.paint.err('bold', question), signal);
  return answer === undefined ? undefined : /^y(es)?$/i.test(answer.trim());
}

import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import {
  forget,
  type Forgetting,
  planForgetting,
  refuseCopy,
  type Subject,
} from '../../engine/forget/forgetting.js';
import type { IntakeOptions } from '../../engine/intake/intakeOptions.js';
import { filesOf, isSandboxSheet, type SheetFiles } from '../../engine/journal/files.js';
import type { Lock } from '../../engine/journal/lock.js';
import { lockSheet } from '../../engine/journal/sheetLock.js';
import { inWords } from '../wording/wording.js';
import { type ExitCode } from '../output/exitCodes.js';
import { exitCodes } from '../output/exitCodes.js';
import { OperatingError, UsageError } from '../../engine/errors.js';
import {
  forgetJson,
  forgetPlanText,
  forgetResultText,
  type Forgotten,
  isKnown,
} from '../output/forgetText.js';
import { readStatus, type SheetStatus } from '../../engine/run/readStatus.js';
import { madeBeside } from '../../../sheets/files/freeName.js';
import { intakeOptions } from './intakeOptions.js';
import {
  addOperationOption,
  addSheetOptions,
  fileArgument,
  type JournalOptions,
  type OperationOption,
  type SheetOptions,
  wholeNumber,
} from './options.js';
import { refuseUnconfirmed, refuseWaiting, waitsFor } from './forgetLater.js';
import { personField, personIn, personOf, type StatusRow } from './person.js';
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
  rwa forget staff.xlsx --for invite --employee 00123
  rwa forget decisions.xlsx --for decide --row 3   a sheet of decisions of its own`;

async function forgetPerson(path: string, flags: ForgetFlags, session: Session): Promise<ExitCode> {
  const signal = session.interruption.begin({
    finishing: 'Stopping.',
    stopped: () => 'Stopped. The same command goes on.',
  });
  refuseUnclear(path, flags);
  const files = filesOf(path, { journal: flags.journal, command: flags.for.command });
  const lock = await lockAll(path, files);
  try {
    const sheet = await theirsIn(path, files, flags);
    const waiting = waitsFor(sheet.theirs, flags.for);
    if (waiting !== undefined) return refuseWaiting(path, waiting, flags, session.terminal);
    const plan = await planForgetting(subjectOf(path, flags, sheet), new Date().toISOString());
    const [open] = plan.unconfirmed.keys();
    if (open !== undefined) return refuseUnconfirmed(path, open, flags, session.terminal);
    return await carryOut(plan, sheet.about, { flags, session, signal, lock });
  } finally {
    await lock.release();
  }
}

/** Throws a UsageError for what names nobody, or no sheet with files of its own. */
function refuseUnclear(path: string, { for: { command }, row, employee, journal }: ForgetFlags) {
  if (row === undefined && employee === undefined) {
    throw new UsageError('Say whom to forget with --row or --employee. Nothing was deleted.');
  }
  // A sheet that is not there has no lock to take.
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}. Nothing was deleted.`);
  const origin = madeBeside(path);
  if (origin !== undefined && existsSync(origin)) refuseCopy(path, origin);
  if (isSandboxSheet(path)) refuseCopy(path, path.replace(/[.]sandbox([.][^.]+)$/i, '$1'));
  if (command !== 'decide') return;
  if (employee !== undefined) {
    throw new UsageError(
      'A sheet of decisions does not name the person. Use --row with the row of the decision. Nothing was deleted.',
    );
  }
  if (existsSync(filesOf(path, { journal }).journal)) {
    throw new UsageError(
      `The assessments of ${path} are in a journal beside it. Leave --for decide out: the decisions are forgotten together with them. Nothing was deleted.`,
    );
  }
}

/** A person, and the rows of the sheet that are theirs. */
interface Theirs {
  readonly status: SheetStatus;
  readonly theirs: readonly StatusRow[];
  readonly intake: IntakeOptions;
  readonly about: Forgotten;
}

async function theirsIn(path: string, files: SheetFiles, flags: ForgetFlags): Promise<Theirs> {
  const operation = flags.for;
  const options = await intakeOptions(operation, flags);
  const inputs = { ...options.inputs, readsResults: true };
  const intake = { ...options, inputs, visibleOnly: false };
  const status = await readStatus(path, files, operation, intake, inWords);
  const id = personIn(status, operation, flags, options);
  const theirs = status.rows.filter((row) => personOf(row, operation) === id);
  const about: Forgotten = {
    path,
    what: operation.command === 'decide' ? 'assessment' : 'employee',
    id,
    rows: theirs.map(({ planned }) => planned.number),
    hasJournal: status.service !== undefined,
  };
  return { status, theirs, intake, about };
}

function subjectOf(path: string, flags: ForgetFlags, sheet: Theirs): Subject {
  const { status, theirs, intake, about } = sheet;
  const shown = theirs.flatMap(({ planned }) => planned.previous?.id ?? []);
  return {
    ...{ path, journal: flags.journal, operation: flags.for, employeeId: about.id },
    column: { field: personField(flags.for), intake },
    keys: theirs.map(({ planned }) => planned.key).concat(keysOf(theirs, status)),
    ids: about.what === 'assessment' ? [...shown, about.id] : shown,
  };
}

/** Shows what will become of the files, asks, and does it. */
async function carryOut(
  plan: Forgetting,
  about: Forgotten,
  { flags, session: { terminal }, signal, lock }: Asking,
): Promise<ExitCode> {
  const isJson = flags.json === true;
  const isNothing = plan.journals.length + plan.deletions.length === 0;
  if (!isNothing) {
    const text = forgetPlanText(about, plan);
    if (!isJson) terminal.out(text);
    else if (flags.yes !== true) terminal.err(text);
    const answer = await confirmed(flags, terminal, signal);
    if (answer !== true) {
      terminal.err('Nothing was deleted.');
      return answer === undefined ? exitCodes.interrupted : exitCodes.usage;
    }
  }
  const failed = await forget(plan, () => {
    const lost = lock.lost();
    if (lost !== undefined) throw new OperatingError(lost);
  });
  if (isJson) for (const line of forgetJson(about, plan, failed)) terminal.out(line);
  else terminal.out(forgetResultText(about, plan, failed));
  if (failed.length > 0) return exitCodes.stopped;
  if (plan.unreadable.length > 0) return exitCodes.someFailed;
  return isKnown(about, plan) ? exitCodes.done : exitCodes.usage;
}

/** The sheet and its sandbox runs: what a sandbox run works on cannot be deleted under it. */
async function lockAll(path: string, files: SheetFiles): Promise<Lock> {
  const own = await lockSheet(path, files, Date.now);
  try {
    const sandbox = await lockSheet(path, filesOf(path, { sandbox: true }), Date.now);
    return {
      lost: () => own.lost() ?? sandbox.lost(),
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

/** The keys that the rows have by their inputs, whatever they stand on. */
function keysOf(theirs: readonly StatusRow[], { intakeRows }: SheetStatus): string[] {
  const numbers = new Set(theirs.map(({ planned }) => planned.number));
  return intakeRows.flatMap(({ number, key }) => (numbers.has(number) ? [key] : []));
}

interface Asking {
  readonly flags: ForgetFlags;
  readonly session: Session;
  readonly signal: AbortSignal;
  readonly lock: Lock;
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

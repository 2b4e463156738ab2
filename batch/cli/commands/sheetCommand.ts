import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Command } from 'commander';
import type { BaseUrl } from '../../../src/baseUrl.js';
import { type Operation, operations } from '../../../src/operations.js';
import { sanitized } from '../../../src/sanitized.js';
import { filesOf, isSandboxSheet } from '../../engine/journal/files.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { commandLine } from '../output/commandLine.js';
import { exitCodes } from '../output/exitCodes.js';
import { type ExitCode } from '../output/exitCodes.js';
import { OperatingError, UsageError } from '../../engine/errors.js';
import { jsonLines, logWords, words } from '../output/listeners.js';
import { logLine, say } from '../output/logLine.js';
import type { NextCommands } from '../output/nextSteps.js';
import { peopleSentence, type PlanWords } from '../output/planText.js';
import type { Terminal } from '../output/terminal.js';
import { Trace } from '../output/trace.js';
import type { ReportData } from '../../engine/report/reportData.js';
import { refuseReport, writeReport } from '../../report/writeReport.js';
import type { Listener, Plan } from '../../engine/run/events.js';
import { openRun } from '../../engine/run/session.js';
import { limitedBy } from '../../engine/run/limitedTransport.js';
import { RequestLimiter } from '../../engine/run/requestLimiter.js';
import { ownership } from '../../../sheets/files/account.js';
import { madeBeside } from '../../engine/files/madeBeside.js';
import type { KeptCopies } from '../../engine/files/oldCopies.js';
import { connect, readConnection } from '../../http/connection.js';
import { refuseTooFewFiles } from '../../http/openFiles.js';
import { systemTiming } from '../../http/timing.js';
import { whole } from '../../engine/wording/sentence.js';
import { worded } from '../wording/wording.js';
import { addUnattendedOptions, type UnattendedOptions } from '../unattended/options.js';
import { withoutGuard } from '../unattended/typedNotices.js';
import { UnattendedRun } from '../unattended/unattendedRun.js';
import { intakeOptions } from './intakeOptions.js';
import { keepBackupsOption } from './keepBackups.js';
import {
  addSheetOptions,
  changedCommand,
  fileArgument,
  type JournalOptions,
  journalFlags,
  operationFlag,
  sheetFlags,
  type SheetOptions,
  spacing,
  time,
  waitForServiceOption,
  wholeNumber,
} from './options.js';
import { refuseUsedFile } from './refuseUsedFile.js';
import { ended as endedStage, preparing, sending } from './runStages.js';
import { sentenceOf } from '../wording/wording.js';
import type { Session } from './session.js';

/** The options of every command that sends the rows of a sheet, as commander returns them. */
export interface RunFlags extends SheetOptions, JournalOptions, UnattendedOptions {
  baseUrl?: string;
  tokenFile?: string;
  output?: string;
  keepBackups?: KeptCopies;
  yes?: boolean;
  json?: boolean;
  concurrency: number;
  rate?: number;
  requestTimeout: number;
  waitForService?: number;
  maxErrors: number;
  retryRejected?: boolean;
  /** Of the commands that wait for results. */
  pollInterval?: number;
  pollTimeout?: number;
  sendDuplicates?: boolean;
  colourScale?: boolean;
  report?: string;
  /** Of the commands that work in rounds. */
  newRound?: boolean;
}

/** Adds the command of an operation that needs no options of its own. */
export function addSheetCommand(
  program: Command,
  session: Session,
  operation: SheetOperation,
  words: { readonly description: string; readonly help: string },
): void {
  const command = program
    .command(operation.command)
    .description(words.description)
    .argument(...fileArgument);
  addRunOptions(command)
    .addHelpText('after', words.help)
    .action(async (input: string, flags: RunFlags) => {
      session.end(await runOperation(operation, input, flags, session));
    });
}

/** Adds the options that all commands that send rows share. Their own options come first. */
export function addRunOptions(command: Command): Command {
  command
    .option('--yes', 'skip the confirmation')
    .option('--output <file>', 'write the results to this file; leave the sheet unchanged')
    .addOption(keepBackupsOption())
    .option('--json', 'print one JSON object per line')
    .option('--retry-rejected', 'send rejected rows again, unchanged');
  addSheetOptions(command)
    .optionsGroup('Service and journal:')
    .option('--base-url <url>', 'base URL of the service (default: RWA_BASE_URL)')
    .option('--token-file <file>', 'file with your company token (default: RWA_TOKEN)')
    .option('--sandbox', 'use the built-in sandbox; its scores are made up')
    .option('--journal <file>', 'journal file (default: beside the sheet)');
  return addUnattendedOptions(command)
    .addOption(waitForServiceOption())
    .optionsGroup('Speed and limits:')
    .option('--concurrency <n>', 'how many requests at the same time', wholeNumber(1), 5)
    .option('--rate <n/s>', 'at most this many requests, for example 10/s or 100/m', spacing)
    .addOption(time('--request-timeout <time>', 'how long to wait for an answer', '30s', '100ms'))
    .option('--max-errors <n>', 'stop after this many failures in a row', wholeNumber(1), 10);
}

/**
 * Runs an operation on the rows of a sheet and resolves to the exit code. However it ends, the
 * notices are sent.
 */
export async function runOperation(
  operation: SheetOperation,
  input: string,
  flags: RunFlags,
  session: Session,
): Promise<ExitCode> {
  const { terminal, interruption } = session;
  const { command } = operation;
  const { journal } = filesOf(input, { ...flags, command });
  const unattended = new UnattendedRun({ command, file: input, journal }, flags, terminal);
  let ended: ExitCode;
  try {
    unattended.readWebhook();
    ended = await connected(operation, input, flags, session, unattended);
  } catch (error) {
    ended = unattended.failed(session.fail(error));
  }
  // Errors of writing to the terminal arrive a little later.
  await turn();
  return unattended.end(ended, () => interruption.begin(endedStage(ended)));
}

async function connected(
  operation: SheetOperation,
  input: string,
  flags: RunFlags,
  session: Session,
  unattended: UnattendedRun,
): Promise<ExitCode> {
  const signal = session.interruption.begin(preparing);
  session.terminal.log?.assertWritable();
  if (flags.sandbox === true) {
    refuseService(flags);
    const { withSandbox } = await import('../embeddedSandbox.js');
    const { sandboxData } = filesOf(input, flags);
    return withSandbox(sandboxData, input, (sandbox) =>
      run(operation, input, flags, session, signal, sandbox, 'the embedded sandbox', unattended),
    );
  }
  const connection = await readConnection({
    ...flags,
    warn: (text) => {
      session.terminal.err(`rwa: ${text}`);
    },
    whoseFile: (path) => ownership(path) ?? '',
  });
  const { url } = connection.baseUrl;
  return run(operation, input, flags, session, signal, connection, url, unattended);
}

/** A sandbox run that was meant for a service, or the other way round, must not begin. */
function refuseService({ baseUrl, tokenFile }: RunFlags): void {
  if ((baseUrl ?? tokenFile) === undefined) return;
  const option = baseUrl === undefined ? '--token-file' : '--base-url';
  throw new UsageError(
    `--sandbox cannot be combined with ${option}: the sandbox runs on this machine. Remove one of them. Nothing was sent.`,
  );
}

async function run(
  operation: SheetOperation,
  input: string,
  flags: RunFlags,
  { terminal, typed, interruption }: Session,
  signal: AbortSignal,
  connection: { baseUrl: BaseUrl; token: string },
  service: string,
  unattended: UnattendedRun,
): Promise<ExitCode> {
  const { testOnly = false }: Operation = operations[operation.name];
  if (testOnly && !connection.baseUrl.isTest) {
    throw new UsageError(
      `${operation.name} works only in the test environment, and ${service} is not a test URL. Nothing was sent.`,
    );
  }
  const output = flags.output ?? (flags.sandbox === true ? sandboxPath(input) : input);
  await refuseOutput(input, output, flags.sandbox === true);
  refuseAside(input);
  if (isSandboxSheet(input) && flags.sandbox !== true) {
    throw new UsageError(
      `${input} was written by a sandbox run; its scores are made up. Add --sandbox, or use the sheet that it was made from. Nothing was sent.`,
    );
  }
  if (flags.report !== undefined) await refuseReport(flags.report);
  refuseTooFewFiles(flags.concurrency, flags.sandbox === true);
  const limiter = new RequestLimiter({
    concurrency: flags.concurrency,
    spacingMs: flags.rate ?? 0,
    sleep: systemTiming.sleep,
  });
  const trace = openTrace(operation, input, output, flags, terminal);
  const { client, poller, transport } = connect(connection, {
    requestTimeoutMs: flags.requestTimeout,
    connections: flags.concurrency,
    ...limitedBy(limiter),
    ...(trace === undefined ? {} : { onResponse: trace.add }),
  });
  const { command } = operation;
  const operationOption = operationFlag(operation);
  const commands = {
    // Continuing must not start another round.
    again: commandLine(typed.filter((word) => word !== '--new-round')),
    unguarded: commandLine(withoutGuard(typed)),
    ...untoldOptions(flags),
    check: commandLine(['check', input], { ...operationOption, ...sheetFlags(flags) }),
    status: commandLine(['status', input], { ...operationOption, ...journalFlags(flags) }),
    resolve: commandLine(['resolve', input], { ...operationOption, ...journalFlags(flags) }),
    report: commandLine(['report', input], { ...journalFlags(flags), output: flags.report }),
    ...(operation.name === 'rwa_create' ? { reassess: changedCommand(input, flags) } : {}),
  };
  const files = filesOf(input, { ...flags, command });
  const listenerOf = (...said: [PlanWords, NextCommands]): Listener => {
    if (flags.json !== true) return words(terminal, ...said);
    const { log } = terminal;
    const json = jsonLines(terminal, operation, flags.verbose === true);
    const logged = log === undefined ? undefined : logWords(log, ...said);
    return (event) => {
      json(event);
      logged?.(event);
    };
  };
  unattended.connected(
    service,
    listenerOf({ operation, ...commands, results: destination(input, output) }, commands),
  );
  const written: string[] = [];
  const reportTo = (file: string) => async (data: ReportData) => {
    try {
      await writeReport(file, input, data, commandLine(['assess', data.file]));
      written.push(file);
      return undefined;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      // Not a usage error: the rows were sent and their results written.
      return whole(sentenceOf(error));
    }
  };
  let ended: ExitCode = exitCodes.usage;
  const isConfirmed = async (plan: Plan): Promise<boolean> => {
    trace?.assertWritable();
    await refuseLostWords(terminal);
    if (unattended.holdsBack(plan, newRows(operation, plan, flags))) return false;
    const answer = signal.aborted
      ? undefined
      : await confirm(operation, plan, flags, terminal, signal);
    if (answer === undefined) ended = exitCodes.interrupted;
    if (answer !== true) terminal.err('Nothing was sent.');
    if (answer === false) unattended.failed(declined);
    return answer === true;
  };
  try {
    const run = await openRun(
      {
        operation,
        input,
        output,
        files,
        intake: await intakeOptions(operation, flags),
        service,
        isSandboxRun: flags.sandbox === true,
        concurrency: flags.concurrency,
        spacingMs: flags.rate ?? 0,
        pollIntervalMs: flags.pollInterval ?? 0,
        pollTimeoutMs: flags.pollTimeout ?? 0,
        maxErrors: flags.maxErrors,
        waitForServiceMs: flags.waitForService,
        sendDuplicates: flags.sendDuplicates === true,
        retryRejected: flags.retryRejected === true,
        newRound: flags.newRound === true,
        colourScale: flags.colourScale === true,
        keepBackups: flags.keepBackups,
      },
      {
        client,
        poller,
        limiter,
        timing: systemTiming,
        writeReport: flags.report === undefined ? undefined : reportTo(flags.report),
      },
    );
    try {
      signal.addEventListener('abort', () => {
        run.stop();
      });
      if (signal.aborted) run.stop();
      run.on((event) => {
        unattended.listen(event);
        if (event.type === 'waiting') logLine(terminal, whole(worded(event.said)));
        if (event.type === 'start') {
          interruption.reword(sending(commands, operation.repeatable, event.unconfirmed));
        }
        if (event.type === 'summary') {
          unattended.cutShortBy(interruption.begin(endedStage(exitCodes[event.summary.outcome])));
        }
      });
      const plan = await run.plan();
      if (plan.rowsToDo === 0 || (await isConfirmed(plan))) {
        ended = exitCodes[(await run.start()).outcome];
      }
    } finally {
      await run.close();
    }
    if (flags.json !== true) {
      for (const file of written) say(terminal, `Report:   ${sanitized(file)}`);
    }
  } finally {
    await transport.close();
    trace?.close();
  }
  return ended;
}

/** The options that no suggested command repeats, since they may contain a secret. */
function untoldOptions({ onFinish, webhook }: RunFlags): Pick<NextCommands, 'without'> {
  const given = [
    ...(onFinish === undefined ? [] : ['--on-finish']),
    ...(webhook === undefined ? [] : ['--webhook']),
  ];
  return given.length === 0 ? {} : { without: given.join(' and ') };
}

/** The trace of a run, if one was asked for. Throws when it cannot be written. */
function openTrace(
  { command }: SheetOperation,
  input: string,
  output: string,
  { trace: path, journal, sandbox, report, columns, tokenFile, log }: RunFlags,
  terminal: Terminal,
): Trace | undefined {
  if (path === undefined) return undefined;
  const others = [output, report, columns, tokenFile, log];
  refuseUsedFile('--trace', path, { command, sheet: input, journal, sandbox, others });
  return new Trace(path, input, (text) => {
    logLine(terminal, text);
  });
}

/** The person did not confirm. */
const declined = {
  exitCode: exitCodes.usage,
  message: 'The plan was not confirmed. Nothing was sent.',
};

/** A run does not begin without the log that it was asked for: nobody could see what it did. */
async function refuseLostWords(terminal: Terminal): Promise<void> {
  await turn();
  if (terminal.lost !== undefined) throw new OperatingError(terminal.lost, 'Nothing was sent.');
}

/** How many rows the plan would send. */
function newRows({ repeatable }: SheetOperation, { counts }: Plan, flags: RunFlags): number {
  const again = repeatable ? counts.Unconfirmed : 0;
  return counts['Not sent'] + (flags.retryRejected === true ? counts.Rejected : 0) + again;
}

/** Whether to go on; undefined for Ctrl+C at the question, or for the signal. */
async function confirm(
  operation: SheetOperation,
  plan: Plan,
  flags: RunFlags,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { question, requiresTypedConfirmation } = operation.words;
  if (flags.yes === true) return true;
  if (!terminal.interactive) {
    throw new UsageError(
      'rwa cannot ask for confirmation without a terminal. Add --yes. Nothing was sent.',
    );
  }
  const { people = [] } = plan;
  if (requiresTypedConfirmation !== undefined) {
    if (flags.json === true) {
      // The JSON lines do not show the people to the person who is asked.
      terminal.err(peopleSentence(plan, operation));
    }
    const order = `Type ${people.length} to remove ${requiresTypedConfirmation.what(people.length)}: `;
    const typed = await terminal.ask(terminal.paint.err('bold', order), signal);
    return typed === undefined ? undefined : typed.trim() === String(people.length);
  }
  const fresh = newRows(operation, plan, flags);
  const what = fresh > 0 ? question(fresh) : 'Fetch the results';
  const answer = await terminal.ask(terminal.paint.err('bold', `${what} now? [y/N] `), signal);
  return answer === undefined ? undefined : /^y(es)?$/i.test(answer.trim());
}

function destination(input: string, output: string): string {
  if (resolve(input) === resolve(output)) return `into ${input}, after a backup`;
  const replaced = existsSync(output) ? ', replacing the existing file' : '';
  return `to ${output}${replaced}; ${input} is not changed`;
}

/**
 * A backup or results file has no journal of its own: assessing it would send rows again that the
 * sheet's journal has.
 */
function refuseAside(input: string): void {
  const sheet = madeBeside(input);
  if (sheet === undefined || !existsSync(sheet)) return;
  throw new UsageError(
    `${input} is a backup or results file of ${sheet}. Run the command on ${sheet} instead: it writes all results into it. To use this file as a separate sheet, rename it. Nothing was sent.`,
  );
}

/** Checked before anything is sent, since results that cannot be written help nobody. */
async function refuseOutput(input: string, output: string, isSandboxRun: boolean): Promise<void> {
  if (isSandboxRun && !isSandboxSheet(input) && resolve(input) === resolve(output)) {
    throw new UsageError(
      "Sandbox results can't be written into the original sheet. Choose another --output.",
    );
  }
  const [from, to] = [input, output].map((path) => extname(path).toLowerCase());
  const fits = to === from || (to === '.xlsx' && from !== '.xlsm') || !known.includes(from ?? '');
  if (!fits) {
    throw new UsageError(
      `The results of ${input} cannot be written as ${output}. Choose an --output that ends in ${from ?? ''}.`,
    );
  }
  if (resolve(input) === resolve(output)) return;
  await access(dirname(resolve(output)), constants.W_OK).catch(() => {
    throw new UsageError(
      `The folder of ${output} does not exist or cannot be written. Choose another --output.`,
    );
  });
}

// Other inputs are refused when they are opened, with what to do about them.
const known = ['.xlsx', '.xlsm', '.csv', '.tsv', '.txt'];

// Made-up scores must not end up in the sheet with the real cases.
function sandboxPath(input: string): string {
  if (isSandboxSheet(input)) return input;
  const extension = extname(input);
  return join(dirname(input), `${basename(input, extension)}.sandbox${extension}`);
}

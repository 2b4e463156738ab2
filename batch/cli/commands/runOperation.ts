import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BaseUrl } from '../../../src/baseUrl.js';
import { sanitize } from '../../../src/sanitized.js';
import type { Message } from '../../engine/message.js';
import { isSamePath, toSheetFiles } from '../../engine/journal/sheetFiles.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { commandLine } from '../output/commandLine.js';
import { toSheetFlags } from './options.js';
import type { ExitCode } from '../output/exitCodes.js';
import { UsageError } from '../../engine/errors.js';
import { createJsonListener, createLogListener, createTextListener } from '../output/listeners.js';
import { logLine, printLine } from '../output/logLine.js';
import type { NextCommands } from '../output/nextSteps.js';
import type { PlanWords } from '../output/planText.js';
import type { Terminal } from '../output/terminal.js';
import { Trace } from '../output/trace.js';
import type { ReportData } from '../../engine/report/reportData.js';
import { writeReport } from '../../report/writeReport.js';
import type { Listener } from '../../engine/run/events.js';
import { createDiskStorage } from '../../engine/run/diskStorage.js';
import type { RunOptions } from '../../engine/run/runOptions.js';
import { openRun } from '../../engine/run/session.js';
import { createLimiterOptions } from '../../engine/run/limiter.js';
import { createProcessLimiter } from '../../engine/run/processLimiter.js';
import { connect } from '../../http/connection.js';
import { systemTiming } from '../../http/timing.js';
import { assertNoRowBeingAdded } from '../mcp/addingMarks.js';
import { inWords } from '../wording/wording.js';
import { UnattendedRun } from '../unattended/unattendedRun.js';
import { type RunCall, listen, planAndStart } from './driveRun.js';
import { createRunFact } from './createRunFact.js';
import { readIntakeOptions } from './intakeOptions.js';
import { suggestNextCommands } from './nextCommands.js';
import { refuseOtherReport, refuseOtherSheet } from './refuseOtherFile.js';
import { refuseFilesInUse } from './refuseFileInUse.js';
import type { RunFlags } from './runFlags.js';
import { toResultsFile, assertWritableFolder, refuseRun, refuseService } from './runGuards.js';
import { createEndedStage, preparing } from './runStages.js';
import { readService } from './serviceOptions.js';
import type { Session } from './session.js';
import { findUsableFiles } from './usableFiles.js';

/** Sends the notices even if the operation fails. */
export async function runOperation(
  operation: SheetOperation,
  input: string,
  flags: RunFlags,
  session: Session,
): Promise<ExitCode> {
  const { terminal, interruption } = session;
  const { command } = operation;
  const { journal } = toSheetFiles(input, { ...flags, command });
  const unattended = new UnattendedRun({ command, file: input, journal }, flags, terminal);
  let ended: ExitCode;
  try {
    unattended.begin();
    const signal = interruption.begin(preparing);
    ended = await connectAndRun({ operation, input, flags, session, unattended, signal });
  } catch (error) {
    ended = unattended.recordFailure(session.fail(error));
  }
  // A failed write to the terminal is reported a little later.
  await nextTurn();
  const exitCode = await unattended.end(ended, () => interruption.begin(createEndedStage(ended)));
  session.setEnding(unattended.ending);
  return exitCode;
}

interface Service {
  readonly baseUrl: BaseUrl;
  readonly token: string;
  readonly service: string;
}

async function connectAndRun(call: RunCall): Promise<ExitCode> {
  const { operation, input, flags, session } = call;
  session.terminal.log?.assertWritable();
  const { sandboxData } = findUsableFiles(input, { ...flags, command: operation.command });
  if (flags.sandbox === true) {
    refuseService(flags);
    const { withSandbox } = await import('../embeddedSandbox.js');
    return withSandbox(sandboxData, input, (sandbox) =>
      // Do not change this name: journals contain it, and a run refuses a journal with another
      // name.
      run(call, { ...sandbox, service: 'the embedded sandbox' }),
    );
  }
  const connection = await readService(flags, session.terminal);
  return run(call, { ...connection, service: connection.baseUrl.url });
}

const addedRowRemedy =
  'Start rwa mcp, and ask for this request or any other: it removes what was not sent. To fetch results only, add --max-new 0.';

async function run(call: RunCall, service: Service): Promise<ExitCode> {
  const { operation, input, flags, session, unattended } = call;
  const { terminal } = session;
  const output = toResultsFile(input, flags);
  await refuseRun(operation, { input, output }, flags, service);
  refuseFilesInUse(operation, input, output, flags);
  if (!isSamePath(input, output)) await refuseOtherSheet(operation, output);
  if (flags.report !== undefined) await refuseOtherReport(flags.report);
  const limiter = createProcessLimiter({
    concurrency: flags.concurrency,
    spacingMs: flags.rate ?? 0,
    sleep: systemTiming.sleep,
  });
  const trace = openTrace(input, flags, terminal);
  const { wrapTransport, onExchange } = createLimiterOptions(limiter);
  const { client, poller, transport } = connect(service, {
    requestTimeoutMs: flags.requestTimeout,
    connections: flags.concurrency,
    wrapTransport,
    onExchange,
    ...(trace === undefined ? {} : { onResponse: trace.add }),
  });
  const commands = suggestNextCommands(operation, input, flags, session.typed);
  const planWords = { operation, ...commands, results: describeDestination(input, output) };
  unattended.setService(service.service, createListener(call, planWords, commands));
  const writtenReports: string[] = [];
  const report =
    flags.report === undefined ? undefined : createReportWriter(flags.report, call, writtenReports);
  try {
    const options = await createRunOptions(call, output, service.service);
    const storage = createDiskStorage({
      ...options,
      files: toSheetFiles(input, { ...flags, command: operation.command }),
      keepBackups: flags.keepBackups,
      run: createRunFact(operation.command),
      isDryRun: flags.dryRun === true,
      now: systemTiming.now,
    });
    const results = {
      ...storage.results,
      assertWritable: () => assertWritableFolder(input, output),
    };
    const ports = {
      client,
      poller,
      limiter,
      timing: systemTiming,
      wording: inWords,
      writeReport: report,
      storage: { ...storage, results },
    };
    const opened = await openRun(options, ports);
    let ended: ExitCode;
    try {
      // An `rwa mcp` server adds rows only while it has the lock of the sheet, which this run has
      // now.
      if (flags.maxNew !== 0 && flags.dryRun !== true) assertNoRowBeingAdded(input, addedRowRemedy);
      listen(opened, call, commands);
      ended = await planAndStart(opened, call, trace);
    } finally {
      await opened.close();
    }
    if (flags.json !== true) {
      for (const file of writtenReports) printLine(terminal, `Report:   ${sanitize(file)}`);
    }
    return ended;
  } finally {
    await transport.close();
    trace?.close();
  }
}

async function createRunOptions(
  call: RunCall,
  output: string,
  service: string,
): Promise<RunOptions> {
  const { operation, input, flags } = call;
  return {
    operation,
    input,
    output,
    intake: await readIntakeOptions(operation, flags),
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
    confirmedService: toConfirmedService(flags),
    sendKnown: flags.sendKnown === true,
    withoutJournal: flags.withoutJournal === true,
    // Messages advise repeating the command, which must not begin another round.
    newRound: flags.newRound === true && 'onceFinished',
    roundName: flags.round,
    colourScale: flags.colourScale === true,
  };
}

function createListener(
  { operation, flags, session: { terminal } }: RunCall,
  ...wording: [PlanWords, NextCommands]
): Listener {
  if (flags.json !== true) return createTextListener(terminal, ...wording);
  const { log } = terminal;
  const json = createJsonListener(terminal, operation, flags.verbose === true);
  const logged = log === undefined ? undefined : createLogListener(log, ...wording);
  return (event) => {
    json(event);
    logged?.(event);
  };
}

/** `refuseRun` has refused both options together. */
function toConfirmedService({
  sameService,
  otherService,
}: RunFlags): RunOptions['confirmedService'] {
  if (sameService === true) return 'same';
  return otherService === true ? 'other' : undefined;
}

/**
 * Returns a function that adds the path to `writtenReports`, or resolves to the message about a
 * report that cannot be written.
 */
function createReportWriter(
  file: string,
  { input, flags }: Pick<RunCall, 'input' | 'flags'>,
  writtenReports: string[],
) {
  return async (data: ReportData): Promise<Message | undefined> => {
    try {
      const assess = commandLine(['assess', data.file], toSheetFlags(flags));
      await writeReport(file, input, data, assess);
      writtenReports.push(file);
      return undefined;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      // The message is returned, because the rows were sent and their results were written.
      return error.messages[0];
    }
  };
}

function openTrace(
  input: string,
  { trace: path }: RunFlags,
  terminal: Terminal,
): Trace | undefined {
  if (path === undefined) return undefined;
  return new Trace(path, input, (text) => {
    logLine(terminal, text);
  });
}

function describeDestination(input: string, output: string): string {
  if (resolve(input) === resolve(output)) return `into ${input}, after a backup`;
  const replaced = existsSync(output) ? ', replacing the existing file' : '';
  return `to ${output}${replaced}; ${input} is not changed`;
}

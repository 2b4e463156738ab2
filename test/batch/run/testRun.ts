import { createLimiterOptions } from '../../../batch/engine/run/limiter.js';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { RunOptions, RunPorts } from '../../../batch/engine/run/runOptions.js';
import { createDiskStorage, type SheetOnDisk } from '../../../batch/engine/run/diskStorage.js';
import { openRun } from '../../../batch/engine/run/session.js';
import type { Message } from '../../../batch/engine/message.js';
import { inWords } from '../../../batch/cli/wording/wording.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import type { RunEvent, Summary } from '../../../batch/engine/run/events.js';
import { type WordedReport, formatReport } from '../../../batch/engine/rows/rowReport.js';
import { createProcessLimiter } from '../../../batch/engine/run/processLimiter.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { connect } from '../../../batch/http/connection.js';
import { systemTiming } from '../../../batch/http/timing.js';
import type { StartTimer } from '../../../batch/http/transport.js';
import { readBaseUrl } from '../../../src/baseUrl.js';
import type { Sandbox } from '../../../sandbox/sandbox.js';

export const headings =
  'Employee ID,Purpose,Seniority,Role type,Citizenship,Destination country,Residency,Sales contracts,Legal right to work,Benefits the local market,Number of hires,Hiring urgency,Start date,End date';

export const hireRow = (employeeId: string): string =>
  `${employeeId},Hire From Anywhere,Mid,Other,France,Portugal,Germany,No,Yes,No,2,1-3 months,2026-11-03,2027-11-02`;

export function writeHires(folder: string, employeeIds: readonly string[]): string {
  const path = join(folder, 'hires.csv');
  writeFileSync(path, [headings, ...employeeIds.map(hireRow), ''].join('\r\n'));
  return path;
}

export const employees = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `E-${index + 1}`);

export const allInWords = (messages: readonly Message[] = []): string =>
  messages.map(inWords).join('\n');

export interface RunResult {
  readonly summary: Summary;
  readonly reports: readonly WordedReport[];
}

export interface RunSettings
  extends Partial<RunOptions>, Partial<Pick<SheetOnDisk, 'files' | 'keepBackups'>> {
  readonly signal?: AbortSignal;
  readonly requestTimeoutMs?: number;
  /** With a sandbox's `held.startTimer`, requests that the sandbox holds time out at once. */
  readonly startTimer?: StartTimer;
  readonly onEvent?: (event: RunEvent) => void;
  /** Is called after the plan, as if a person were reading the plan. */
  readonly beforeStart?: () => Promise<unknown>;
  readonly timing?: RunPorts['timing'];
}

/** Options of a run that do not depend on its sheet, with frequent polls. */
export const quickOptions = {
  isSandboxRun: false,
  concurrency: 5,
  spacingMs: 0,
  pollIntervalMs: 100,
  pollTimeoutMs: 240_000,
  maxErrors: 10,
  sendDuplicates: false,
  retryRejected: false,
  colourScale: false,
};

/** Runs a sheet against a sandbox, by default like `rwa assess`. */
export async function runOn(
  path: string,
  sandbox: Pick<Sandbox, 'baseUrl' | 'tokens'>,
  settings: RunSettings = {},
): Promise<RunResult> {
  const { signal, requestTimeoutMs = 60_000, startTimer, onEvent, beforeStart, ...rest } = settings;
  const { timing = systemTiming, files = toSheetFiles(path, {}), keepBackups, ...options } = rest;
  const read = readBaseUrl(sandbox.baseUrl);
  if (!read.ok) throw new Error(read.message);
  const limiter = createProcessLimiter({
    concurrency: options.concurrency ?? 5,
    sleep: timing.sleep,
  });
  const { wrapTransport, onExchange } = createLimiterOptions(limiter);
  const { client, transport } = connect(
    { baseUrl: read.baseUrl, token: sandbox.tokens[0] ?? '' },
    {
      requestTimeoutMs,
      wrapTransport,
      onExchange,
      ...(startTimer === undefined ? {} : { startTimer }),
    },
  );
  const reports: WordedReport[] = [];
  try {
    const runOptions: RunOptions = {
      operation: assess,
      input: path,
      output: path,
      intake: { inputs: options.operation ?? assess },
      service: read.baseUrl.url,
      ...quickOptions,
      ...options,
    };
    const storage = createDiskStorage({ ...runOptions, files, keepBackups, now: timing.now });
    const run = await openRun(runOptions, { client, limiter, timing, wording: inWords, storage });
    try {
      signal?.addEventListener('abort', () => {
        run.stop();
      });
      if (signal?.aborted === true) run.stop();
      run.on((event) => {
        if (event.type === 'row') reports.push(formatReport(event.report, inWords));
        onEvent?.(event);
      });
      await run.plan();
      await beforeStart?.();
      return { summary: await run.start(), reports };
    } finally {
      await run.close();
    }
  } finally {
    await transport.close();
  }
}

/** Reads the cells of a sheet that contains no quotes. */
export const readCells = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.split(','));

export function readFacts(path: string): { fact: string; row?: string; assessmentId?: string }[] {
  const journal = toSheetFiles(path, {}).journal;
  if (!existsSync(journal)) return [];
  return readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { fact: string });
}

export function cellsByHeading(path: string): Record<string, string>[] {
  const options = { header: true, skipEmptyLines: true } as const;
  return Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), options).data;
}

import type { IExecuteFunctions } from 'n8n-workflow';
import { Client } from '../../src/client.js';
import type { Transport } from '../../src/transport.js';
import { createLimitedTransport, RequestLimiter } from '../../batch/engine/run/limiter.js';
import type { ReportData } from '../../batch/engine/report/reportData.js';
import type { Plan, Summary } from '../../batch/engine/run/events.js';
import type { RunPorts, RunStorage } from '../../batch/engine/run/runOptions.js';
import type { RowReport } from '../../batch/engine/rows/rowReport.js';
import type { Journal } from '../../batch/engine/journal/journal.js';
import { openRun } from '../../batch/engine/run/session.js';
import { type Connection, openConnection } from '../shared/session.js';
import { createTiming } from '../shared/timing.js';
import { ItemJournal, recordWork } from './itemJournal.js';
import { RememberedRows } from './rememberedRows.js';
import { assertRowLimit } from './rowLimit.js';
import type { SheetSettings } from './settings.js';
import { ServiceMemory } from '../shared/serviceMemory.js';
import { prepareSheetRun } from './sheetRun.js';
import type { WorkbookIn } from './workbook.js';
import { wording } from './words/wording.js';

export interface AssessedWorkbook {
  readonly bytes: Uint8Array;
  readonly plan: Plan;
  readonly summary: Summary;
  readonly data: ReportData;
  /** The creation times of assessments that rows got from the node's memory, by ID. */
  readonly remembered: ReadonlyMap<string, number>;
  /** The numbers of rows that were sent and answered in another execution. */
  readonly sentBefore: ReadonlySet<number>;
  /** The numbers of rows that were not sent because another row of the employee has no answer. */
  readonly waiting: ReadonlySet<number>;
  /** Whether the run stopped because of *Maximum Time*. */
  readonly isTimeOver: boolean;
}

const logIntervalMs = 10_000;

/**
 * Assesses the rows of a workbook and writes the results into it. A problem with a row does not
 * throw: the row's status shows it. `output` is the file name of the result.
 */
export async function assessWorkbook(
  context: IExecuteFunctions,
  itemIndex: number,
  given: WorkbookIn,
  output: string,
  settings: SheetSettings,
): Promise<AssessedWorkbook> {
  const { concurrency, maximumRows, maximumTimeMs, timeoutMs } = settings;
  const connection = await openConnection(context, timeoutMs);
  const { signal, timing } = connection;
  const service = await ServiceMemory.open(context, settings.sameService, 'row');
  const { salt } = service;
  const itemJournal = new ItemJournal(context, itemIndex, salt);
  const isRetry = itemJournal.length > 0;
  const prepared = prepareSheetRun(context, connection, given, output, settings, salt, itemJournal);
  const { options, memory, saved, storage, imported } = prepared;
  const known = { saved, imported, service };
  const remembered = new RememberedRows(context, known, settings.remembering);
  let journal: Journal | undefined;
  const openJournal: RunStorage['openJournal'] = async (lock) => {
    journal = await storage.openJournal(lock);
    if (isRetry) remembered.resume(journal);
    return journal;
  };
  const ports: RunPorts = {
    ...createClients(connection, concurrency),
    timing,
    wording,
    storage: { ...storage, openJournal },
    otherRuns: remembered,
  };
  const run = await openRun(options, ports);
  const stop = () => {
    run.stop();
  };
  signal?.addEventListener('abort', stop);
  const timeLimit = new AbortController();
  let isTimeOver = false;
  const stopAfter = async (milliseconds: number) => {
    await createTiming(timeLimit.signal).sleep(milliseconds);
    if (timeLimit.signal.aborted) return;
    isTimeOver = true;
    stop();
  };
  if (maximumTimeMs !== undefined) void stopAfter(maximumTimeMs);
  try {
    if (signal?.aborted === true) stop();
    const plan = await run.plan();
    assertRowLimit(plan, maximumRows);
    logProgress(context, run, given.fileName, timing.now);
    let data: ReportData | undefined;
    const sentBefore = new Set<number>();
    const waiting = new Set<number>();
    run.on((event) => {
      if (event.type === 'progress') recordWork(context);
      if (event.type === 'row') {
        const { row, message } = event.report;
        if (wasSentBefore(event.report)) sentBefore.add(row);
        if (message?.code === 'employeeUnanswered') waiting.add(row);
      }
      if (event.type === 'summary') data = event.report?.();
    });
    const summary = await run.start();
    if (data === undefined) throw new Error('A run of assessments ends with its report.');
    if (journal !== undefined) await remembered.settle(journal);
    const bytes = memory.written ?? given.bytes;
    const { remembered: fromMemory } = saved;
    return { bytes, plan, summary, data, remembered: fromMemory, sentBefore, waiting, isTimeOver };
  } finally {
    timeLimit.abort();
    signal?.removeEventListener('abort', stop);
    if (journal !== undefined) saved.add(journal);
    await remembered.saveAnswers();
    await run.close();
  }
}

function createClients(
  { baseUrl, transport, timing }: Connection,
  concurrency: number,
): Pick<RunPorts, 'client' | 'poller' | 'limiter'> {
  const limiter = new RequestLimiter({
    concurrency,
    waitForPromises: () => timing.sleep(0),
    sleep: timing.sleep,
    now: timing.now,
  });
  const observed: Transport = {
    async post(request) {
      const sentMs = timing.now();
      const exchange = await transport.post(request);
      limiter.observe(exchange, timing.now() - sentMs);
      return exchange;
    },
  };
  const ports = { baseUrl, transport: createLimitedTransport(observed, limiter), timing };
  // The poll rounds repeat a request that failed, so the poller's client does not.
  return { client: new Client(ports), poller: new Client({ ...ports, maxAttempts: 1 }), limiter };
}

function wasSentBefore({ message }: RowReport): boolean {
  if (message?.code !== 'rowUnconfirmed') return false;
  const { reason } = message;
  return reason?.code === 'sentElsewhere' && reason.isDone;
}

/** Logs the progress, which n8n shows nowhere else. */
function logProgress(
  { logger }: IExecuteFunctions,
  run: Awaited<ReturnType<typeof openRun>>,
  fileName: string,
  now: () => number,
): void {
  let rows = 0;
  let ended = 0;
  let loggedMs = now();
  run.on((event) => {
    if (event.type === 'start') {
      rows = event.rows;
      logger.info(`Assess Sheet: ${fileName}, ${rows} rows to assess`);
    }
    if (event.type !== 'progress' || !event.done) return;
    ended++;
    if (now() - loggedMs < logIntervalMs && ended < rows) return;
    loggedMs = now();
    logger.info(`Assess Sheet: ${fileName}, ${ended} of ${rows} rows`);
  });
}

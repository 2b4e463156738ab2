import type { IExecuteFunctions } from 'n8n-workflow';
import { Client } from '../../src/client.js';
import { limitedBy } from '../../batch/engine/run/limitedTransport.js';
import type { ReportData } from '../../batch/engine/report/reportData.js';
import type { Plan, Summary } from '../../batch/engine/run/events.js';
import { MemoryStorage } from '../../batch/engine/run/memoryStorage.js';
import { RequestLimiter } from '../../batch/engine/run/requestLimiter.js';
import type { RunOptions, RunPorts } from '../../batch/engine/run/runOptions.js';
import type { RowReport } from '../../batch/engine/rows/rowReport.js';
import type { RunStorage } from '../../batch/engine/run/runStorage.js';
import type { Journal } from '../../batch/engine/journal/journal.js';
import { openRun } from '../../batch/engine/run/session.js';
import { requestQueue } from '../shared/requestQueue.js';
import { connectionOf } from '../shared/session.js';
import { recallingStorage } from './recalledJournal.js';
import { ItemJournal, knownRows, rememberedRows, saltOf } from './rowLedger.js';
import { assertRows, limitedRows } from './rowLimit.js';
import { SavedAssessments } from './savedAssessments.js';
import type { SheetSettings } from './settings.js';
import type { WorkbookIn } from './workbook.js';
import { wording } from './words/wording.js';

/** A workbook that was assessed: its bytes with the results in it, and what became of its rows. */
export interface AssessedWorkbook {
  readonly bytes: Uint8Array;
  readonly plan: Plan;
  readonly summary: Summary;
  readonly data: ReportData;
  /** The numbers of rows that another execution has sent, and that had an answer. */
  readonly sentBefore: ReadonlySet<number>;
}

/** The run stops when this many requests in a row have failed, as `rwa` does. */
const maxErrors = 10;
/** Progress is logged this often. */
const logEveryMs = 10_000;

/**
 * Assesses the rows of a workbook and writes the results into it. Throws for what is wrong with the
 * workbook or the connection; what is wrong with a row is its status.
 */
export async function assessWorkbook(
  context: IExecuteFunctions,
  itemIndex: number,
  { bytes, fileName }: WorkbookIn,
  output: string,
  settings: SheetSettings,
): Promise<AssessedWorkbook> {
  const { concurrency, maximumRows, timeoutMs } = settings;
  const { signal, baseUrl, transport, timing } = await connectionOf(context, timeoutMs);
  const limiter = new RequestLimiter({
    queue: requestQueue(concurrency),
    promisesSettled: () => timing.sleep(0),
    ...{ sleep: timing.sleep, now: timing.now },
  });
  const { limited, onExchange } = limitedBy(limiter);
  const observed = {
    post: async (request: Parameters<typeof transport.post>[0]) => {
      const sentMs = timing.now();
      const exchange = await transport.post(request);
      onExchange(exchange, timing.now() - sentMs);
      return exchange;
    },
  };
  const clientPorts = { baseUrl, transport: limited(observed), timing };
  const options: RunOptions = {
    ...{ operation: settings.sheetOperation, intake: settings.intake },
    ...{ input: fileName, output, service: baseUrl.url, isSandboxRun: false },
    ...{ concurrency, spacingMs: 0, maxErrors },
    ...{ pollIntervalMs: settings.pollIntervalMs, pollTimeoutMs: settings.pollTimeoutMs },
    ...{ sendDuplicates: false, retryRejected: false, colourScale: true },
  };
  const salt = saltOf(context, baseUrl.url);
  const storage = new MemoryStorage({
    ...{ ...options, bytes, now: timing.now, salt },
    journal: new ItemJournal(context, itemIndex, baseUrl.url),
  });
  const saved = new SavedAssessments(context, salt);
  const remembered = settings.remembers ? rememberedRows(context, saved) : knownRows(saved);
  const recalled = recallingStorage(limitedRows(storage, maximumRows), options, saved, timing.now);
  let journal: Journal | undefined;
  const openJournal: RunStorage['openJournal'] = async (lock) =>
    (journal = await recalled.openJournal(lock));
  const ports: RunPorts = {
    ...{ client: new Client(clientPorts), poller: new Client({ ...clientPorts, maxAttempts: 1 }) },
    ...{ limiter, timing, wording, storage: { ...recalled, openJournal } },
    otherRuns: remembered,
  };
  const run = await openRun(options, ports);
  const stop = () => {
    run.stop();
  };
  signal?.addEventListener('abort', stop);
  try {
    if (signal?.aborted === true) stop();
    const plan = await run.plan();
    assertRows(plan, maximumRows);
    logProgress(context, run, fileName, timing.now);
    let data: ReportData | undefined;
    const sentBefore = new Set<number>();
    run.on((event) => {
      if (event.type === 'row' && isSentBefore(event.report)) sentBefore.add(event.report.row);
      if (event.type === 'summary') data = event.report?.();
    });
    const summary = await run.start();
    if (data === undefined) throw new Error('A run of assessments ends with its report.');
    return { bytes: storage.written ?? bytes, plan, summary, data, sentBefore };
  } finally {
    signal?.removeEventListener('abort', stop);
    if (journal !== undefined) saved.add(journal);
    await remembered.end();
    await run.close();
  }
}

function isSentBefore({ message }: RowReport): boolean {
  if (message?.code !== 'rowUnconfirmed') return false;
  const { reason } = message;
  return typeof reason === 'object' && reason.code === 'sentElsewhere' && reason.isDone;
}

/** n8n shows a node's progress nowhere but in its log. */
function logProgress(
  { logger }: IExecuteFunctions,
  run: Awaited<ReturnType<typeof openRun>>,
  fileName: string,
  now: () => number,
): void {
  let rows = 0;
  let ended = 0;
  let saidMs = now();
  run.on((event) => {
    if (event.type === 'start') {
      rows = event.rows;
      logger.info(`Assess Sheet: ${fileName}, ${rows} rows to assess`);
    }
    if (event.type !== 'progress' || !event.done) return;
    ended++;
    if (now() - saidMs < logEveryMs && ended < rows) return;
    saidMs = now();
    logger.info(`Assess Sheet: ${fileName}, ${ended} of ${rows} rows`);
  });
}

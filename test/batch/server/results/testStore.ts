import { onTestFinished } from 'vitest';
import { assess } from '../../../../batch/engine/operations/assess.js';
import { createLimiterOptions } from '../../../../batch/engine/run/limiter.js';
import { createProcessLimiter } from '../../../../batch/engine/run/processLimiter.js';
import { readRunSheet, type RunSheet } from '../../../../batch/engine/run/runSheet.js';
import { openRun } from '../../../../batch/engine/run/session.js';
import { connect } from '../../../../batch/http/connection.js';
import { systemTiming } from '../../../../batch/http/timing.js';
import { Changes } from '../../../../batch/server/changes.js';
import { prepareFolder } from '../../../../batch/server/db/dataFolder.js';
import { addSheet, endReading, setReading } from '../../../../batch/server/sheets/sheetStore.js';
import type { Store } from '../../../../batch/server/db/store.js';
import type { StartRun } from '../../../../batch/server/contract/shapes.js';
import { createOperation } from '../../../../batch/server/runs/runOperation.js';
import { recordSheet } from '../../../../batch/server/results/recordSheet.js';
import { SheetLocks } from '../../../../batch/server/sheets/sheetLocks.js';
import { prepareSheetRun } from '../../../../batch/server/runs/sheetRun.js';
import type { PeoplePorts } from '../../../../batch/server/people/sendPeople.js';
import { inWords } from '../../../../batch/server/words/wording.js';
import { readBaseUrl } from '../../../../src/baseUrl.js';
import { startTestSandbox, type SandboxUnderTest } from '../../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../../testFolder.js';
import { storeFile } from '../storedFile.js';
import { openTestStore } from '../openTestStore.js';
import { writeRows } from '../storedRows.js';

/** A store, a sandbox, and the ports that the functions for results need. */
export interface ResultsUnderTest {
  readonly store: Store;
  readonly sandbox: SandboxUnderTest;
  readonly ports: PeoplePorts & {
    readonly changes: Changes;
    readonly locks: SheetLocks;
    readonly now: () => number;
  };
}

/** Opens an empty store, and closes it after the test. */
export async function testStore(): Promise<Store> {
  const folder = testFolder();
  prepareFolder(folder);
  const store = await openTestStore(folder);
  onTestFinished(() => store.close());
  return store;
}

/** Opens an empty store, and starts a sandbox as its service. Both end after the test. */
export async function testResults(): Promise<ResultsUnderTest> {
  const store = await testStore();
  const sandbox = await startTestSandbox();
  const { baseUrl, tokens } = sandbox.sandbox;
  const read = readBaseUrl(baseUrl);
  if (!read.ok) throw new Error(read.message);
  const limiter = createProcessLimiter({ concurrency: 5, sleep: systemTiming.sleep });
  const { wrapTransport, onExchange } = createLimiterOptions(limiter);
  const { client, poller, transport } = connect(
    { baseUrl: read.baseUrl, token: tokens[0] ?? '' },
    { requestTimeoutMs: 60_000, wrapTransport, onExchange },
  );
  onTestFinished(() => transport.close());
  const service = { name: 'the embedded sandbox', isSandbox: true, isTest: true };
  const ports = { store, service, client, poller, limiter, timing: systemTiming };
  return {
    store,
    sandbox,
    ports: { ...ports, changes: new Changes(), locks: new SheetLocks(), now: Date.now },
  };
}

/** Adds a sheet, its file and its rows, as if the file had been uploaded and read. Returns the ID of the sheet. */
export async function storeSheet(
  { ports }: Pick<ResultsUnderTest, 'ports'>,
  name: string,
  content: Uint8Array | string,
): Promise<string> {
  const { store } = ports;
  const id = `sheet-${name}`;
  const file = `${id}.${name.endsWith('.csv') ? 'csv' : 'xlsx'}`;
  await storeFile(store, file, content);
  await addSheet(store, {
    id,
    name,
    file,
    format: name.endsWith('.csv') ? 'csv' : 'xlsx',
    sha256: id,
    bytes: content.length,
    uploadedBy: 'ada',
    uploadedAt: '2026-11-01T00:00:00Z',
  });
  await withSheet(ports, id, async (sheet) => {
    const { sheet: worksheet, headerRow } = sheet.read.intake;
    await setReading(store, id, {
      notes: [],
      worksheet,
      headerRow,
      unrecognizedValues: [],
      namedPeople: [],
    });
    const reportRows = sheet.reportData('').rows;
    await writeRows(
      store,
      id,
      sheet.read.rows.map(({ number, key, inputs = {}, hidden = false }, index) => {
        const {
          employeeId = '',
          purpose = '',
          destination = '',
          status = 'Invalid',
          message = '',
        } = reportRows[index] ?? {};
        const texts = Object.entries(inputs).map(
          ([field, value]) => [field, String(value)] as const,
        );
        return {
          number,
          key,
          employeeId,
          purpose,
          destination,
          status,
          message,
          hidden,
          inputs: Object.fromEntries(texts),
          instead: {},
        };
      }),
    );
  });
  await endReading(store, id, 0, { stage: 'check' });
  return id;
}

/** Runs a sheet until the run ends, and stores the results. */
export async function runSheet(
  { ports }: ResultsUnderTest,
  id: string,
  operation: StartRun['operation'] = 'assess',
): Promise<void> {
  const runOperation = createOperation({ operation });
  const { options, storage } = await prepareSheetRun(ports, id, runOperation, {
    pollIntervalMs: 50,
  });
  const run = await openRun(options, { ...ports, wording: inWords, storage });
  await run.plan();
  await run.start();
  await run.close();
  await withSheet(ports, id, (sheet) => recordSheet(ports.store, id, sheet));
}

async function withSheet<T>(
  { locks: _, ...ports }: ResultsUnderTest['ports'],
  id: string,
  use: (sheet: RunSheet) => T,
): Promise<Awaited<T>> {
  const { options, storage } = await prepareSheetRun(ports, id, assess);
  const file = await storage.openSheet();
  const lock = await storage.lock();
  const journal = await storage.openJournal(lock);
  const read = { storage, wording: inWords, nowMs: Date.now() };
  const result = await use(await readRunSheet(file, journal, options, read));
  await file.close();
  return result;
}

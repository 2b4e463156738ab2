import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { openAccess } from '../../../../batch/server/access/openAccess.js';
import { createLoopbackAddress } from '../../../../batch/server/access/publicAddress.js';
import type { Services } from '../../../../batch/server/services.js';
import type { Role, Run, StartRun } from '../../../../batch/server/contract/shapes.js';
import { createApp } from '../../../../batch/server/http/app.js';
import { createSheetFiles } from '../../../../batch/server/sheets/files/sheetFiles.js';
import { Changes } from '../../../../batch/server/changes.js';
import { Readings } from '../../../../batch/server/sheets/readings.js';
import { prepareFolder } from '../../../../batch/server/db/dataFolder.js';
import type { StoredRow } from '../../../../batch/server/results/rowStore.js';
import { addSheet } from '../../../../batch/server/sheets/sheetStore.js';
import { inTransaction } from '../../../../batch/server/db/transaction.js';
import { OwnProcess } from '../../../../batch/server/operations/ownProcess.js';
import type { PlannedRun, Work } from '../../../../batch/server/threads/work.js';
import { Readiness } from '../../../../batch/server/cluster/readiness.js';
import { testFolder } from '../../testFolder.js';
import { storeFile } from '../storedFile.js';
import { openTestStore } from '../openTestStore.js';
import { setStage, writeRows } from '../storedRows.js';

/** A server whose work is replaced: runs are recorded, and not carried out. */
export interface TestRounds {
  readonly services: Services;
  readonly folder: string;
  /** The time of the server; a test may set it. */
  readonly clock: { now: string };
  /** The result of planning; a test may replace it. */
  readonly planned: { next: Partial<PlannedRun> | Error };
  /** The IDs of the runs that were started. */
  readonly started: string[];
  /** The IDs of the runs that were halted. */
  readonly halted: string[];
  /** Adds a sheet with these rows and the stage `results`. Returns the ID of the sheet. */
  readonly addSheet: (rows?: readonly Partial<StoredRow>[]) => Promise<string>;
  /** Adds a run, which has ended by default. Returns the ID of the run. */
  readonly addRun: (sheet: string, run: Partial<TestRun>) => Promise<string>;
  /** Sends a request as a new member with this role. */
  readonly ask: (role: Role, method: string, path: string, body?: unknown) => Promise<Response>;
}

interface TestRun {
  readonly operation: StartRun['operation'];
  readonly state: Run['state'];
  readonly startedBy: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly rows: number;
  readonly messages: readonly string[];
}

/** Starts the server, and closes its store after the test. */
export async function testRounds(): Promise<TestRounds> {
  const folder = testFolder();
  prepareFolder(folder);
  const store = await openTestStore(folder);
  onTestFinished(() => store.close());
  const clock = { now: '2026-12-01T08:00:00.000Z' };
  const now = () => Date.parse(clock.now);
  const publicAddress = createLoopbackAddress('127.0.0.1')(4020);
  const access = await openAccess(store, now, publicAddress);
  const planned: TestRounds['planned'] = { next: {} };
  let signedIn = 0;
  const started: string[] = [];
  const halted: string[] = [];
  const work = {
    plan: () => {
      if (planned.next instanceof Error) return Promise.reject(planned.next);
      const { rowsToSend = 1, rowsToFetch = 0, newRows = 0 } = planned.next;
      return Promise.resolve({ rowsToSend, rowsToFetch, newRows });
    },
    start: (run: string) => {
      started.push(run);
      return Promise.resolve();
    },
    halt: (run: string) => {
      halted.push(run);
      return Promise.resolve();
    },
  } as unknown as Work;
  const changes = new Changes();
  const services: Services = {
    store,
    work,
    access,
    changes,
    now,
    processes: new OwnProcess({ applyLimits: () => Promise.resolve() }, now),
    readings: new Readings(work, store, changes),
    service: { name: 'the embedded sandbox', isSandbox: true, isTest: true },
    files: createSheetFiles(store),
    check: { run: () => Promise.resolve([]) },
  };
  const app = createApp(services, new Readiness());
  return {
    services,
    folder,
    clock,
    planned,
    started,
    halted,
    async addSheet(rows = []) {
      const id = randomUUID();
      const file = `${id}.csv`;
      await storeFile(store, file, 'Employee ID,Destination\n00123,Portugal\n');
      await addSheet(store, {
        id,
        file,
        name: 'hires.csv',
        format: 'csv',
        sha256: id,
        bytes: 41,
        uploadedBy: 'ana',
        uploadedAt: clock.now,
      });
      await setStage(store, id, 'results');
      const stored = rows.map((row, index) => ({ ...createRow(index + 2), ...row }));
      await inTransaction(store, (tx) => writeRows(tx, id, stored));
      return id;
    },
    async addRun(sheet, run) {
      const id = randomUUID();
      const { startedAt = clock.now, endedAt = clock.now, messages = [] } = run;
      await store.db
        .insertInto('run')
        .values({
          id,
          sheet,
          operation: run.operation ?? 'assess',
          state: run.state ?? 'ended',
          options: JSON.stringify({ operation: run.operation ?? 'assess' }),
          started_by: run.startedBy ?? 'Ana',
          started_at: startedAt,
          ended_at: endedAt,
          rows: run.rows ?? 1,
          messages: JSON.stringify(messages),
        })
        .execute();
      return id;
    },
    async ask(role, method, path, body) {
      // Each request signs in, because sessions end when a test advances the clock by months.
      return request(method, path, { body, cookie: await signIn(role) });
    },
  };

  async function request(
    method: string,
    path: string,
    { body, cookie }: { body?: unknown; cookie?: string },
  ): Promise<Response> {
    return app.request(`${publicAddress.origin}${path}`, {
      method,
      headers: {
        Host: new URL(publicAddress.origin).host,
        Origin: publicAddress.origin,
        ...(cookie === undefined ? {} : { Cookie: cookie }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function signIn(role: Role): Promise<string> {
    signedIn++;
    const { code } = await access.links.invite('', `Somebody ${signedIn} (${role})`, role);
    const answer = await request('POST', '/api/links', { body: { code } });
    if (!answer.ok) throw new Error(await answer.text());
    return (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  }
}

function createRow(number: number): StoredRow {
  return {
    number,
    key: `key ${number}`,
    employeeId: `E${number}`,
    purpose: 'Work From Anywhere',
    destination: 'Portugal',
    status: 'Scored',
    message: '',
    hidden: false,
    inputs: {},
    instead: {},
    assessmentId: `A${number}`,
  };
}

import { expect, onTestFinished } from 'vitest';
import { OwnProcess } from '../../../../batch/server/operations/ownProcess.js';
import { openAccess } from '../../../../batch/server/access/openAccess.js';
import { createLoopbackAddress } from '../../../../batch/server/access/publicAddress.js';
import type { Services } from '../../../../batch/server/services.js';
import type { MatchChoice, Sheet, Uploaded } from '../../../../batch/server/contract/shapes.js';
import { createApp } from '../../../../batch/server/http/app.js';
import { createSheetFiles } from '../../../../batch/server/sheets/files/sheetFiles.js';
import { Changes } from '../../../../batch/server/changes.js';
import { Readings } from '../../../../batch/server/sheets/readings.js';
import { prepareFolder } from '../../../../batch/server/db/dataFolder.js';
import type { Store } from '../../../../batch/server/db/store.js';
import {
  inspectStoredSheet,
  previewStoredSheet,
  readDigests,
  readStoredCells,
} from '../../../../batch/server/sheets/inspectStoredSheet.js';
import { readStoredSheet } from '../../../../batch/server/sheets/readStoredSheet.js';
import type { Work } from '../../../../batch/server/threads/work.js';
import { Readiness } from '../../../../batch/server/cluster/readiness.js';
import { testFolder } from '../../testFolder.js';
import { openTestStore } from '../openTestStore.js';

/** A server that reads sheets in this thread and has no runs. */
export interface TestSheets {
  readonly folder: string;
  readonly store: Store;
  /** Functions that a test may replace: `before` is awaited before each inspection and reading, `halt` stops a run. */
  readonly hooks: { before: () => Promise<void>; halt: (run: string) => Promise<void> };
  /** Returns the number of readings so far, without inspections. */
  readonly countReadings: () => number;
  /** Sends a request as an administrator. Bytes are sent as they are, and any other `body` as JSON. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** Sends a request and returns the JSON of the answer. Throws if the request was refused. */
  readonly json: <T>(method: string, path: string, body?: unknown) => Promise<T>;
  /** Uploads a file and waits until it is read. */
  readonly upload: (name: string, content: string | Uint8Array) => Promise<Sheet>;
  /** Waits until the sheet is read. */
  readonly read: (id: string) => Promise<Sheet>;
}

/** Starts a server that reads sheets in this thread, and signs in an administrator. The server ends after the test. */
export async function testSheets(): Promise<TestSheets> {
  const folder = testFolder();
  prepareFolder(folder);
  const store = await openTestStore(folder);
  onTestFinished(() => store.close());
  const now = () => Date.parse('2026-12-01T08:00:00Z');
  const service = { name: 'the embedded sandbox', isSandbox: true, isTest: true };
  const ports = { store, service, now };
  const hooks: TestSheets['hooks'] = {
    before: () => Promise.resolve(),
    halt: () => Promise.reject(new Error('Nothing runs here.')),
  };
  let readings = 0;
  const work = {
    inspect: async (id: string) => {
      await hooks.before();
      return inspectStoredSheet(ports, id);
    },
    read: async (id: string) => {
      await hooks.before();
      readings++;
      return readStoredSheet(ports, id);
    },
    halt: (run: string) => hooks.halt(run),
    preview: (id: string, choice: MatchChoice) => previewStoredSheet(ports, id, choice),
    cells: (id: string, row: number) => readStoredCells(ports, id, row),
    digests: (id: string, rows: readonly number[]) => readDigests(ports, id, rows),
  } as unknown as Work;
  const publicAddress = createLoopbackAddress('127.0.0.1')(4020);
  const access = await openAccess(store, now, publicAddress);
  const changes = new Changes();
  const sheetReadings = new Readings(work, store, changes);
  onTestFinished(() => {
    sheetReadings.close();
  });
  const services: Services = {
    store,
    work,
    access,
    changes,
    service,
    now,
    processes: new OwnProcess({ applyLimits: () => Promise.resolve() }, now),
    readings: sheetReadings,
    files: createSheetFiles(store),
    check: { run: () => Promise.resolve([]) },
  };
  const app = createApp(services, new Readiness());
  let cookie = '';
  const ask: TestSheets['ask'] = async (method, path, body) =>
    app.request(`${publicAddress.origin}${path}`, {
      method,
      headers: {
        Host: new URL(publicAddress.origin).host,
        Origin: publicAddress.origin,
        ...(cookie === '' ? {} : { Cookie: cookie }),
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
    });
  const json: TestSheets['json'] = async (method, path, body) => {
    const answer = await ask(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text) as never;
  };
  const { code } = await access.links.invite('', 'Ana', 'administrator');
  const signedIn = await ask('POST', '/api/links', { code });
  cookie = (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  const read = async (id: string) => {
    const path = `/api/sheets/${id}`;
    await expect.poll(async () => (await json<Sheet>('GET', path)).stage).not.toBe('reading');
    return json<Sheet>('GET', path);
  };
  return {
    folder,
    store,
    hooks,
    ask,
    json,
    read,
    countReadings: () => readings,
    async upload(name, content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      const path = `/api/sheets?name=${encodeURIComponent(name)}`;
      const { sheet } = await json<Uploaded>('PUT', path, bytes);
      return read(sheet.id);
    },
  };
}

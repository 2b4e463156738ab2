import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Uploaded } from '../../../batch/server/contract/shapes.js';
import { createFailure, startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { MAIN, createWorkbookParts } from '../../sheets/xlsx/workbookFixture.js';
import { buildZip, buildZipBomb } from '../../sheets/xlsx/zipFixture.js';
import { type Environment, folderWith } from '../cli/rwaUnderTest.js';
import { employees, headings, hireRow } from '../run/testRun.js';
import { dataFolder, serve, type ServerUnderTest } from './serveUnderTest.js';

const createSheet = (ids: readonly string[]): string =>
  [headings, ...ids.map(hireRow), ''].join('\r\n');
const markup = '<img src=x onerror=alert(1)>';

let folder: string;
let server: ServerUnderTest;
beforeEach(async () => {
  folder = await folderWith();
  server = await serve(folder);
});

const listKeptFiles = (): Promise<string[]> => readdir(join(dataFolder(folder), 'sheets'));

describe('harmful text in a sheet or from the service', () => {
  it('is sent to a browser only as JSON or in a download, and the report escapes it', async () => {
    const env = await startRefusingService(`No ${markup}`);
    const otherServer = await serve(await folderWith(), env);
    const rows = [hireRow(markup), hireRow('E-1'), hireRow('E-2').replace('Portugal', markup)];
    const csv = [`${headings},<script>alert(2)</script>`, ...rows.map((row) => `${row},x`), ''];
    const sheet = await otherServer.upload('"><script>alert(3)</script>.csv', csv.join('\r\n'));
    expect(sheet.stage).toBe('check');
    await otherServer.runToEnd(sheet.id);

    const views = ['', '/match', '/problems', '/rows', '/rows/2', '/unconfirmed', '/risks'];
    for (const path of ['/api/sheets', ...views.map((view) => `/api/sheets/${sheet.id}${view}`)]) {
      const { status, headers } = await otherServer.ask('GET', path);
      expect({ path, status, type: headers.get('Content-Type') }).toMatchObject({
        status: 200,
        type: 'application/json',
        path,
      });
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
    const rowsShown = await otherServer.rows(sheet.id);
    expect(rowsShown.map(({ employeeId }) => employeeId)).toContain(markup);
    expect(rowsShown.map(({ message }) => message).join()).toContain(`No ${markup}`);
    for (const name of ['workbook', 'results.csv', 'report', 'problems']) {
      const path = `/api/sheets/${sheet.id}/downloads/${name}`;
      const { status, headers, text } = await otherServer.ask('GET', path);
      expect(`${name} ${status}`).toBe(`${name} 200`);
      expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="[^"<>\\]+"/);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      if (name === 'report') expect(text).not.toMatch(/<img src=x|<script>alert/);
    }
  });
});

describe('harmful uploads', () => {
  const createBombs = (): Record<string, Uint8Array> => {
    const parts = createWorkbookParts({});
    const manyParts = Array.from({ length: 20_000 }, (_, index) => [`a/${index}`, ''] as const);
    const open = `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${'<c><v>1</v></c>'.repeat(3e6)}`;
    const doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>';
    return {
      'unpacks.xlsx': buildZipBomb(parts, 'xl/worksheets/sheet1.xml'),
      'parts.xlsx': buildZip([...Object.entries(parts), ...manyParts], { stored: true }),
      'row.xlsx': buildZip({ ...parts, 'xl/worksheets/sheet1.xml': open }),
      'entities.xlsx': buildZip({
        ...parts,
        'xl/workbook.xml': doctype + String(parts['xl/workbook.xml']),
      }),
    };
  };

  it('zip and XML bombs are refused with a message, while other requests are answered', async () => {
    const files = Object.entries(createBombs());
    let slowestMs = 0;
    const uploads = Promise.all(
      files.map(async ([name, bytes]) => [name, await server.upload(name, bytes)] as const),
    );
    const running = new AbortController();
    const end = () => {
      running.abort();
    };
    void uploads.then(end, end);
    while (!running.signal.aborted) {
      const startMs = performance.now();
      await server.json('GET', '/api/session');
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
    }
    for (const [name, { stage, refused }] of await uploads) {
      expect(`${name}: ${stage}`).toBe(`${name}: unreadable`);
      expect(refused).toMatch(/^[\w."].{20,}\.$/s);
      // The message does not contain the name under which the file is stored.
      expect(refused).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    }
    // Reading these files may take long, so the server must not do it in its main thread.
    expect(slowestMs).toBeLessThan(20_000);
  });

  it.each([
    ['declares a gigabyte', { 'Content-Length': String(2 ** 30) }],
    ['sends a gigabyte without declaring it', { 'Transfer-Encoding': 'chunked' }],
  ])('an upload that %s is refused early, and no part of it is kept', async (_name, headers) => {
    const { status, sentBytes } = await sendGigabyte(server, headers);
    expect(status).toBe(413);
    expect(sentBytes).toBeLessThan(2 ** 28);
    await expect.poll(listKeptFiles).toEqual([]);
    expect(await server.json('GET', '/api/sheets')).toEqual({ sheets: [] });
  });

  it('an interrupted upload leaves no file and no sheet', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const fields = Object.entries({ ...server.headers, 'Content-Length': '100000' });
    socket.write(
      `PUT /api/sheets?name=half.csv HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${headings}\r\n`,
    );
    await expect.poll(listKeptFiles).toHaveLength(1);
    socket.destroy();
    await expect.poll(listKeptFiles).toEqual([]);
    expect(await server.json('GET', '/api/sheets')).toEqual({ sheets: [] });
  });

  it('each of fifty simultaneous uploads is kept, or refused with a Retry-After header', async () => {
    const uploads = Array.from({ length: 50 }, async (_, index) => {
      const csv = Buffer.from(createSheet(employees(20).map((id) => `${id}-${index}`)));
      return server.ask('PUT', `/api/sheets?name=hires-${index}.csv`, csv);
    });
    const answers = await Promise.all(uploads);
    const kept = answers.filter(({ status }) => status < 300);
    const refused = answers.filter(({ status }) => status >= 300);
    expect(kept.length).toBeGreaterThan(0);
    for (const { status, headers } of refused) {
      expect([429, 503]).toContain(status);
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    const ids = kept.map(({ text }) => (JSON.parse(text) as Uploaded).sheet.id);
    for (const id of ids) {
      await expect.poll(async () => (await server.sheet(id)).stage).toBe('check');
      expect(await server.sheet(id)).toMatchObject({ rows: 20, problems: 0 });
    }
    expect(await listKeptFiles()).toHaveLength(ids.length);
  });
});

/**
 * Starts a service that refuses every new assessment with this message, and forwards other requests to a sandbox. Returns
 * the environment for a server that uses the service.
 */
async function startRefusingService(message: string): Promise<Environment> {
  const { sandbox } = await startTestSandbox();
  const service = createServer((incoming, response) => {
    void (async () => {
      const answer = incoming.url?.endsWith('/rwa_create')
        ? JSON.stringify(createFailure(message))
        : await forward(incoming, new URL(sandbox.baseUrl).origin);
      response.setHeader('Content-Type', 'application/json').end(answer);
    })();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    service.close().closeAllConnections();
  });
  await expect.poll(() => service.listening).toBe(true);
  const { port } = service.address() as AddressInfo;
  const { pathname } = new URL(sandbox.baseUrl);
  return {
    RWA_BASE_URL: `http://127.0.0.1:${port}${pathname}`,
    RWA_TOKEN: sandbox.tokens[0] ?? '',
  };
}

async function forward(incoming: IncomingMessage, origin: string): Promise<string> {
  const { authorization = '' } = incoming.headers;
  const answer = await fetch(`${origin}${incoming.url ?? ''}`, {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: await text(incoming),
  });
  return answer.text();
}

/** Uploads up to a gigabyte, and stops when the server answers or disconnects. */
function sendGigabyte(
  { url, headers }: ServerUnderTest,
  ownHeaders: Record<string, string>,
): Promise<{ status: number | undefined; sentBytes: number }> {
  return new Promise((resolve) => {
    let [sentBytes, status] = [0, undefined as number | undefined];
    const end = () => {
      upload.destroy();
      resolve({ status, sentBytes });
    };
    const upload = request(
      `${url}/api/sheets?name=big.csv`,
      { method: 'PUT', headers: { ...headers, ...ownHeaders } },
      (response) => {
        status = response.statusCode;
        end();
      },
    );
    upload.once('close', end).on('error', () => undefined);
    const block = Buffer.alloc(2 ** 20, 'a,');
    const sendMore = () => {
      while (sentBytes < 2 ** 30 && !upload.destroyed) {
        sentBytes += block.length;
        if (!upload.write(block)) return void upload.once('drain', sendMore);
      }
      upload.end();
    };
    sendMore();
  });
}

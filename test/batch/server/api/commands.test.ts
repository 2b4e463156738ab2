import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBlocks } from '../../../docs/blocks.js';
import { findFreePort } from '../../../freePort.js';
import { folderWith } from '../../cli/rwaUnderTest.js';
import { serve, startServing } from '../serveUnderTest.js';

const sample = join(import.meta.dirname, '../../../../samples/hires-2026-q4.xlsx');

/** Returns the request that curl sends for a command of docs/api.md. */
function readCurl(line: string, server: { url: string; secret: string }) {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  const [name = '', value = ''] = (words[words.indexOf('-H') + 1] ?? '').split(': ');
  const file = words.includes('-T') ? words[words.indexOf('-T') + 1] : undefined;
  const address = (words.at(-1) ?? '').replace('http://127.0.0.1:4020', server.url);
  return { address, file, headers: { [name]: value.replace('$RWA_SERVE_TOKEN', server.secret) } };
}

test('the commands of docs/api.md list the sheets and upload a sheet, with a token', async () => {
  const server = await serve(await folderWith());
  const newToken = { name: 'upload', role: 'editor', days: 1 };
  const { secret } = await server.json<{ secret: string }>('POST', '/api/tokens', newToken);
  const [block] = readBlocks('docs/api.md').filter(({ triedBy }) => triedBy === 'api-commands');
  const answers = [];
  for (const line of (block?.text ?? '').trim().split('\n')) {
    const { address, file, headers } = readCurl(line, { url: server.url, secret });
    const body = file === undefined ? null : await readFile(sample);
    const answer = await fetch(address, { method: body === null ? 'GET' : 'PUT', headers, body });
    answers.push([answer.status, Object.keys((await answer.json()) as object)]);
  }
  expect(answers).toEqual([
    [200, ['sheets']],
    [200, ['sheet', 'existing']],
  ]);
});

test('the commands of docs/api.md for a server behind a proxy name the host of --behind, even on the machine itself', async () => {
  const [block] = readBlocks('docs/api.md').filter(({ triedBy }) => triedBy === 'api-behind');
  const [through = '', direct = ''] = (block?.text ?? '').trim().split('\n');
  const [, behind = ''] = /(https:\/\/[^/]+)\//.exec(through) ?? [];
  const [, host = ''] = /"Host: ([^"]+)"/.exec(direct) ?? [];
  expect(new URL(behind).host).toBe(host);
  const port = await findFreePort();
  const args = ['serve', '--port', String(port), '--json', '--behind', behind];
  await startServing(await folderWith(), args);
  const readStatus = (headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      const path = '/api/sheets';
      get({ host: '127.0.0.1', port, path, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });
  const Authorization = 'Bearer rwa_none';
  expect(await readStatus({ Authorization })).toBe(421);
  // With the right host name, the server refuses the request only because the token is not valid.
  expect(await readStatus({ Authorization, Host: host })).toBe(401);
});

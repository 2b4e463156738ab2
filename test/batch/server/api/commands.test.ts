import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf } from '../../../docs/blocks.js';
import { folderWith } from '../../cli/rwaUnderTest.js';
import { serve } from '../serveUnderTest.js';

const sample = join(import.meta.dirname, '../../../../samples/hires-2026-q4.xlsx');

/** What curl would send for one of the page's commands. */
function curlOf(line: string, at: { url: string; secret: string }) {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  const [name = '', value = ''] = (words[words.indexOf('-H') + 1] ?? '').split(': ');
  const file = words.includes('-T') ? words[words.indexOf('-T') + 1] : undefined;
  const address = (words.at(-1) ?? '').replace('http://127.0.0.1:4020', at.url);
  return { address, file, headers: { [name]: value.replace('$RWA_SERVE_TOKEN', at.secret) } };
}

test('the commands of docs/api.md list the sheets and upload one, with a token', async () => {
  const server = await serve(await folderWith());
  const made = { name: 'upload', role: 'editor', days: 1 };
  const { secret } = await server.json<{ secret: string }>('POST', '/api/tokens', made);
  const [block] = blocksOf('docs/api.md').filter(({ triedBy }) => triedBy === 'api-commands');
  const answers = [];
  for (const line of (block?.text ?? '').trim().split('\n')) {
    const { address, file, headers } = curlOf(line, { url: server.url, secret });
    const body = file === undefined ? null : await readFile(sample);
    const answer = await fetch(address, { method: body === null ? 'GET' : 'PUT', headers, body });
    answers.push([answer.status, Object.keys((await answer.json()) as object)]);
  }
  expect(answers).toEqual([
    [200, ['sheets']],
    [200, ['sheet', 'existing']],
  ]);
});

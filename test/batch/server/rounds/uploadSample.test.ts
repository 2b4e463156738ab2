import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Sheet, Token } from '../../../../batch/server/contract/shapes.js';
import { folderWith } from '../../cli/rwaUnderTest.js';
import { headings, hireRow } from '../../run/testRun.js';
import { serve } from '../serveUnderTest.js';

interface Node {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const file = join(import.meta.dirname, '../../../../samples/workflows/upload-to-server.json');
const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as { nodes: readonly Node[] };

function readParameter(node: string, parameter: string): string {
  return String(nodes.find(({ name }) => name === node)?.parameters[parameter]);
}

/** Evaluates the expressions in a parameter, as n8n does. */
function evaluate(node: string, parameter: string, context: object): string {
  return readParameter(node, parameter)
    .replace(/^=/, '')
    .replaceAll(/\{\{(.*?)\}\}/gs, (_, code: string) => String(runInNewContext(code, context)));
}

test('the requests of the sample workflow upload a file, start a run, wait for its end and download the scores', async () => {
  const server = await serve(await folderWith());
  const createdToken = await server.json<{ secret: string; token: Token }>('POST', '/api/tokens', {
    name: 'n8n',
    role: 'editor',
    days: 30,
  });
  const headers = { Authorization: `Bearer ${createdToken.secret}` };
  const sheet = [headings, hireRow('E1'), hireRow('E2'), ''].join('\r\n');
  const uploadAnswer = await fetch(
    `${evaluate('Upload', 'url', { $json: { url: server.url } })}?name=hires.csv`,
    { method: readParameter('Upload', 'method'), headers, body: sheet },
  );
  const uploaded = (await uploadAnswer.json()) as object;
  const $ = (name: string) => ({
    first: () => ({ json: name === 'Server' ? { url: server.url } : uploaded }),
  });
  const outputs = new Set<string>();
  await expect
    .poll(async () => {
      const answer = await fetch(evaluate('Sheet', 'url', { $ }), { headers });
      const $json = (await answer.json()) as Sheet;
      const next = evaluate('What Next', 'output', { $json, $runIndex: 0 });
      outputs.add(next);
      if (next === '1') {
        const started = await fetch(evaluate('Start', 'url', { $ }), {
          method: readParameter('Start', 'method'),
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: readParameter('Start', 'jsonBody'),
        });
        expect(started.status).toBe(200);
      }
      return next;
    })
    .toBe('2');
  expect(outputs).toContain('1');
  const workbook = await fetch(evaluate('Workbook', 'url', { $ }), { headers });
  expect(workbook.status).toBe(200);
  const text = await workbook.text();
  expect(text).toContain('Assessment status');
  expect(text.match(/Scored/g)).toHaveLength(2);
});

test.each([
  [{ stage: 'reading' }, 0, '0'],
  [{ stage: 'running' }, 0, '0'],
  [{ stage: 'check' }, 0, '1'],
  [{ stage: 'results' }, 0, '2'],
  // No row could be assessed, so another run would not help.
  [{ stage: 'check', run: {} }, 0, '3'],
  [{ stage: 'match' }, 0, '3'],
  [{ stage: 'unreadable' }, 0, '3'],
  [{ stage: 'paused' }, 0, '3'],
  [{ stage: 'running' }, 1201, '3'],
])(
  'for a sheet with %j after %i polls, the node What Next uses output %s',
  ($json, $runIndex, next) => {
    expect(evaluate('What Next', 'output', { $json, $runIndex })).toBe(next);
  },
);

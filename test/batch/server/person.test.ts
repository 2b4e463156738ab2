import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBlocks } from '../../docs/blocks.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith } from '../cli/rwaUnderTest.js';
import { headings, hireRow } from '../run/testRun.js';
import { dataFolder, serve } from './serveUnderTest.js';

test('after a person is removed as docs/data-protection.md describes, no file contains their Employee ID, and no row is sent again', async () => {
  const [folder, sandbox] = [await folderWith(), await startTestSandbox()];
  const server = await serve(folder, toEnv(sandbox));
  const person = 'EMP-OF-SOMEBODY';
  const sheet = [headings, ...[person, 'E-2', 'E-3'].map(hireRow), ''].join('\r\n');
  const { id } = await server.upload('hires.csv', sheet);
  await server.runToEnd(id);

  const newToken = { name: 'answers', role: 'viewer', days: 1 };
  const { secret } = await server.json<{ secret: string }>('POST', '/api/tokens', newToken);
  const [block] = readBlocks('docs/data-protection.md').filter(
    ({ triedBy }) => triedBy === 'person-on-server',
  );
  const answers = await Promise.all(
    (block?.text ?? '')
      .trim()
      .split('\n')
      .map(async (line) => {
        const address = (/http:[^"\s]+/.exec(line)?.[0] ?? '')
          .replace('http://127.0.0.1:4020', server.url)
          .replace('SHEET', id)
          .replace('ROW', '2')
          .replace('00107', person);
        const answer = await fetch(address, { headers: { Authorization: `Bearer ${secret}` } });
        return answer.text();
      }),
  );
  expect(answers[0]).toContain(id);
  expect(JSON.parse(answers[1] ?? '')).toMatchObject({ rows: [{ row: 2, employeeId: person }] });
  expect(JSON.parse(answers[2] ?? '')).toMatchObject({
    inputs: expect.arrayContaining([
      expect.objectContaining({ label: 'Destination country', value: 'Portugal' }),
    ]) as unknown,
    history: [expect.objectContaining({ overall: expect.any(Number) as number })],
  });

  const { text } = await server.ask('GET', `/api/sheets/${id}/downloads/workbook`);
  const remainingLines = text.split(/\r?\n/).filter((line) => !line.startsWith(person));
  const secondSheet = await server.upload('hires without.csv', remainingLines.join('\r\n'));
  expect((await server.runToEnd(secondSheet.id)).counts).toEqual({ Scored: 2 });
  await server.json('DELETE', `/api/sheets/${id}`);
  await server.stop();
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(3);
  const files = readdirSync(dataFolder(folder), { recursive: true, withFileTypes: true });
  const filesWithPerson = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((file) => readFileSync(file, 'latin1').includes(person));
  expect(filesWithPerson).toEqual([]);
});

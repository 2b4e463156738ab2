import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runOnFinish } from '../../../batch/unattended/onFinish.js';
import { folderWith } from '../cli/rwaUnderTest.js';
import { notice } from './notices.js';

const { signal } = new AbortController();

test('the command reads the summary as JSON, and is not given the token', async () => {
  vi.stubEnv('RWA_TOKEN', 'secret-token');
  vi.stubEnv('RWA_BASE_URL', notice.service);
  const folder = await folderWith();
  const command = `cat > '${folder}/in.json' && env > '${folder}/env.txt'`;
  expect(await runOnFinish(command, notice, { signal })).toBeUndefined();
  expect(JSON.parse(await readFile(join(folder, 'in.json'), 'utf8'))).toEqual(notice);
  const env = await readFile(join(folder, 'env.txt'), 'utf8');
  expect(env).toContain(`RWA_BASE_URL=${notice.service}`);
  expect(env).not.toContain('secret-token');
});

test('a command that does not read what it is given is no failure', async () => {
  const long = { ...notice, notes: ['x'.repeat(1_000_000)] };
  expect(await runOnFinish('exec 0<&-; true', long, { signal })).toBeUndefined();
});

test.each([
  ['exit 3', 'failed with exit code 3'],
  ['no-such-command-of-rwa 2>&-', 'failed with exit code 127: it was not found'],
  ['kill -TERM $$', 'was ended by SIGTERM'],
])('%s is told in words that do not repeat it', async (command, problem) => {
  expect(await runOnFinish(command, notice, { signal })).toBe(problem);
});

test('a command that hangs is ended with all that it has started', async () => {
  const folder = await folderWith();
  const command = `(sleep 2; touch '${folder}/alive') & wait`;
  const problem = await runOnFinish(command, notice, { signal, limitMs: 200 });
  expect(problem).toBe('did not end in time and was ended');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await expect(readFile(join(folder, 'alive'))).rejects.toThrow('ENOENT');
});

test('an interruption ends the command', async () => {
  const problem = await runOnFinish('sleep 60', notice, { signal: AbortSignal.timeout(200) });
  expect(problem).toBe('was ended by the interruption');
});

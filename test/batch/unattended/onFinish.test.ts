import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { runOnFinish } from '../../../batch/cli/unattended/onFinish.js';
import { folderWith } from '../cli/rwaUnderTest.js';
import { notice } from './notices.js';

const { signal } = new AbortController();

test('the command gets the summary as JSON, but no secrets', async () => {
  vi.stubEnv('RWA_TOKEN', 'secret-token');
  vi.stubEnv('RWA_WEBHOOK', 'https://hooks.example.com/secret-hook');
  vi.stubEnv('RWA_DATABASE_URL', 'postgres://rwa:secret-password@db/rwa');
  vi.stubEnv('RWA_OPENID_CLIENT_SECRET', 'secret-client');
  vi.stubEnv('RWA_BASE_URL', notice.service);
  const folder = await folderWith();
  const command = `cat > '${folder}/in.json' && env > '${folder}/env.txt'`;
  expect(await runOnFinish(command, notice, { signal })).toBeUndefined();
  expect(JSON.parse(await readFile(join(folder, 'in.json'), 'utf8'))).toEqual(notice);
  const env = await readFile(join(folder, 'env.txt'), 'utf8');
  expect(env).toContain(`RWA_BASE_URL=${notice.service}`);
  expect(env).not.toMatch(/secret-/);
});

test('a command may ignore its input', async () => {
  const longNotice = { ...notice, notes: ['x'.repeat(1_000_000)] };
  expect(await runOnFinish('exec 0<&-; true', longNotice, { signal })).toBeUndefined();
});

test.each([
  ['exit 3', 'failed with exit code 3'],
  ['no-such-command-of-rwa 2>&-', 'failed with exit code 127: it was not found'],
  ['kill -TERM $$', 'was stopped by SIGTERM'],
])('a command that fails (%s) is reported without its text', async (command, problem) => {
  expect(await runOnFinish(command, notice, { signal })).toBe(problem);
});

test('a command that hangs is killed with all its child processes', async () => {
  const pipe = join(await folderWith(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Reading the pipe ends when all processes that could write into it have ended.
  const pipeOutput = createReadStream(pipe);
  const command = `(echo alive; sleep 3600) > '${pipe}' & wait`;
  // The time limit expires when the child process is running.
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
  pipeOutput.once('data', () => {
    limit.abort();
  });
  const wholeOutput = text(pipeOutput);
  const problem = await runOnFinish(command, notice, { signal });
  expect(problem).toBe('took too long and was stopped');
  expect(await wholeOutput).toBe('alive\n');
});

test('a command is stopped after its time limit', async () => {
  const problem = await runOnFinish('sleep 3600', notice, { signal, limitMs: 20 });
  expect(problem).toBe('took too long and was stopped');
});

test('an interruption ends the command', async () => {
  const problem = await runOnFinish('sleep 60', notice, { signal: AbortSignal.timeout(200) });
  expect(problem).toBe('was stopped by the interruption');
});

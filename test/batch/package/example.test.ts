import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../../../sandbox/sandbox.js';
import { readBlocks } from '../../docs/blocks.js';
import { createUser, type User } from './user.js';

const pageBlocks = readBlocks('docs/typescript.md');
const readBlock = (name: string) => pageBlocks.find(({ triedBy }) => triedBy === name)?.text ?? '';
const installSteps = readBlock('example-steps');
const checkSteps = readBlock('example-run');
const example = readBlock('example');

let user: User;
beforeAll(async () => {
  user = await createUser();
  const { exitCode, stderr } = await user.sh(installSteps);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  writeFileSync(join(user.folder, 'assess.ts'), example);
});
afterAll(() => {
  user.dispose();
});

function writeSettings(baseUrl: string, token: string): void {
  writeFileSync(join(user.folder, '.env'), `RWA_BASE_URL=${baseUrl}\nRWA_TOKEN=${token}\n`);
}

test('the TypeScript example compiles and prints a score after the steps in docs/typescript.md', async () => {
  const sandbox = await startSandbox({ port: 0, readyAfterMs: 100 });
  try {
    writeSettings(sandbox.baseUrl, sandbox.tokens[0] ?? '');
    const { exitCode, stdout, stderr } = await user.sh(checkSteps);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(Number(stdout)).toBeGreaterThan(0);
    expect(Number(stdout)).toBeLessThanOrEqual(10);
  } finally {
    await sandbox.close();
  }
});

test('the TypeScript example exits with code 1 after a refused token or a wrong address', async () => {
  const sandbox = await startSandbox({ port: 0 });
  const { baseUrl } = sandbox;
  try {
    writeSettings(baseUrl, 'not-the-token');
    const refused = await user.sh('node --env-file=.env assess.ts');
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain('unauthorized: ');
  } finally {
    await sandbox.close();
  }
  writeSettings('not an address', 'any');
  expect(await user.sh('node --env-file=.env assess.ts')).toMatchObject({ exitCode: 1 });
});

test('the types of the client compile without skipLibCheck', async () => {
  const { exitCode, stdout } = await user.sh('npx tsc --skipLibCheck false');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
});

import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../../../sandbox/sandbox.js';
import { root } from './tarball.js';
import { createUser, type User } from './user.js';

const readme = readFileSync(join(root, 'client/README.md'), 'utf8');
const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
const install = /```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

let user: User;
beforeAll(async () => {
  user = await createUser();
  const createProject = 'npm init --yes && npm pkg set type=module';
  const compiler = 'npm install --save-dev typescript@5 @types/node@24';
  const installed = await user.sh(`${createProject}\n${install}${compiler}`);
  expect(installed).toMatchObject({ exitCode: 0 });
});
afterAll(() => {
  user.dispose();
});

test('the client alone is smaller than 1 MB, and installs only undici and zod', async () => {
  const folder = join(user.folder, 'node_modules/remote-work-assessment-client');
  const files = globSync('**/*', { cwd: folder }).map((name) => statSync(join(folder, name)));
  const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(1_000_000);
  const { stdout } = await user.sh('npm ls --omit=dev --all --parseable');
  const names = stdout.split('\n').flatMap((path) => path.split('node_modules/')[1] ?? []);
  expect(names.toSorted()).toEqual(['remote-work-assessment-client', 'undici', 'zod']);
});

test('the example in the README of the client compiles and prints a score', async () => {
  writeFileSync(join(user.folder, 'assess.ts'), example);
  await using sandbox = await startDisposableSandbox();
  const compile =
    'node_modules/.bin/tsc --noEmit --strict --module nodenext --target es2024 --types node assess.ts';
  const result = await user.sh(`${compile} && node assess.ts`, {
    RWA_BASE_URL: sandbox.baseUrl,
    RWA_TOKEN: sandbox.tokens[0] ?? '',
  });
  expect(result).toEqual({ exitCode: 0, stderr: '', stdout: result.stdout });
  expect(result.stdout).toMatch(/^[\d.]+\n$/);
  expect(Number(result.stdout)).toBeGreaterThan(0);
});

async function startDisposableSandbox() {
  const sandbox = await startSandbox({ port: 0, readyAfterMs: 0 });
  return { ...sandbox, [Symbol.asyncDispose]: () => sandbox.close() };
}

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.js';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);

test('the TypeScript example of the README prints a score', async () => {
  const readme = await readFile(new URL('README.md', root), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1];
  const sandbox = await startSandbox({ port: 0, readyAfterMs: 100 });
  // Inside the checkout, so that the package resolves as it does for a user.
  const folder = await mkdtemp(new URL('batch/dist/readme-', root).pathname);
  try {
    await writeFile(`${folder}/example.mts`, example ?? '');
    const { stdout, stderr } = await run(process.execPath, [`${folder}/example.mts`], {
      env: { ...process.env, RWA_BASE_URL: sandbox.baseUrl, RWA_TOKEN: sandbox.tokens[0] },
    });
    expect(stderr).toBe('');
    expect(Number(stdout)).toBeGreaterThan(0);
    expect(Number(stdout)).toBeLessThanOrEqual(10);
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
});

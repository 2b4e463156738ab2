import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hasPgBouncer } from '../postgres/bouncer.mjs';
import { findPostgresPrograms } from '../postgres/server.mjs';

// A short version of `npm run chaos`, with fixed seeds. It uses the built command: run `npm run build` first.
test('killed runs send no row twice', { timeout: 1_800_000 }, async () => {
  await runChaos('--runs', '6', '--rows', '30', '--parallel', '2', '--seed', '2');
});

test.skipIf(findPostgresPrograms() === undefined)(
  'killed, suspended and disconnected machines send no row twice',
  { timeout: 1_800_000 },
  async () => {
    const routes = ['direct', 'proxy', 'tls', ...(hasPgBouncer ? ['pgbouncer'] : [])];
    const size = ['--runs', '4', '--rows', '60', '--kills', '8'];
    await runChaos('--kind', 'machines', ...size, '--through', routes.join(','), '--seed', '1');
  },
);

async function runChaos(...args: string[]): Promise<void> {
  const run = join(import.meta.dirname, '../chaos/run.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [run, ...args]).catch(
    (error: unknown) => {
      const { stdout: out, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${out}${stderr}`);
    },
  );
  console.log(stdout);
  expect(stdout).toContain('All runs passed');
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { command } from '../../cli/rwaUnderTest.js';
import { blocksOf } from '../../../docs/blocks.js';
import { clusterOfTest, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { sandboxOfTest } from '../../../sandbox/sandboxUnderTest.js';

function block(name: string): string {
  return blocksOf('docs/many-machines.md').find(({ triedBy }) => triedBy === name)?.text ?? '';
}

test.runIf(hasPostgres)(
  'the page about many machines: an account and a database are made, a page and a worker start on it',
  async ({ onTestFinished }) => {
    const [cluster, { sandbox }] = [await clusterOfTest(), await sandboxOfTest()];
    // The cluster's own account has the name of the page's.
    const sql = block('machines-database')
      .replace('…', 'secret')
      .replaceAll(/(?<=ROLE |OWNER )rwa/g, 'rwa_app');
    for (const statement of sql.trim().split('\n')) {
      execFileSync('psql', ['-q', cluster.urlOf('postgres'), '-c', statement]);
    }

    const folder = mkdtempSync(join(tmpdir(), 'rwa-set-up-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const lines = block('machines-start')
      .replaceAll('/etc/rwa', folder)
      .replace('rwa:PASSWORD@db.example.com:5432', `rwa_app:secret@127.0.0.1:${cluster.port}`)
      .replace('?sslmode=verify-full', '')
      .replaceAll('--base-url URL', `--base-url ${sandbox.baseUrl}`)
      .trim()
      .split('\n');
    const prepared = lines.filter((line) => !line.startsWith('rwa ')).join('\n');
    execFileSync('sh', [
      '-c',
      `${prepared}\nprintf %s sandbox-token > ${folder}/token\nchmod 600 ${folder}/token`,
    ]);
    const started = lines.filter((line) => line.startsWith('rwa '));
    expect(started).toHaveLength(2);
    for (const line of started) {
      const [, ...args] = line.split(' ');
      const child = spawn(process.execPath, [command, ...args, '--port', '0', '--json']);
      onTestFinished(() => {
        child.kill('SIGKILL');
      });
      let errors = '';
      child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      const { url } = JSON.parse(said.toString()) as { url: string };
      expect(await fetch(url)).toMatchObject({ status: expect.any(Number) as number });
      // By now the page has looked at its runs.
      await setTimeout(1_500);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(errors).not.toMatch(/could not|cannot|error/i);
    }
  },
);

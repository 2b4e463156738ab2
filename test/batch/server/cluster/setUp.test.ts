import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { command } from '../../cli/rwaUnderTest.js';
import { readBlocks } from '../../../docs/blocks.js';
import { testCluster, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';

function findBlock(name: string): string {
  return readBlocks('docs/many-machines.md').find(({ triedBy }) => triedBy === name)?.text ?? '';
}

test.runIf(hasPostgres)(
  'the commands of docs/many-machines.md create a database, and start a web process and a worker on it',
  async ({ onTestFinished }) => {
    const [cluster, { sandbox }] = [await testCluster({ hasTls: true }), await startTestSandbox()];
    // The test cluster already has an account rwa, so the commands create rwa_app instead.
    const sql = findBlock('machines-database')
      // psql would ask for the password.
      .replace('\\password rwa', "ALTER ROLE rwa PASSWORD 'secret';")
      .replaceAll(/(?<=ROLE |OWNER )rwa/g, 'rwa_app');
    for (const statement of sql.trim().split('\n')) {
      execFileSync('psql', ['-q', cluster.toUrl('postgres'), '-c', statement]);
    }

    const folder = mkdtempSync(join(tmpdir(), 'rwa-set-up-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const inFolder = (text: string) => text.replaceAll('/etc/rwa', folder);
    const [make, edit, ...others] = inFolder(findBlock('machines-file')).trim().split('\n');
    expect([edit, others]).toEqual([`sudoedit ${folder}/database`, []]);
    execFileSync('sh', ['-c', (make ?? '').replace('sudo ', '').replace('-o rwa -g rwa ', '')]);
    expect(statSync(join(folder, 'database')).mode & 0o777).toBe(0o600);
    const url = findBlock('machines-url')
      .trim()
      .replace('rwa:PASSWORD@db.example.com:5432', `rwa_app:secret@127.0.0.1:${cluster.port}`);
    // The test's own CA has signed the certificate.
    writeFileSync(join(folder, 'database'), `${url}&sslrootcert=${cluster.caFile ?? ''}\n`);
    writeFileSync(join(folder, 'token'), 'sandbox-token', { mode: 0o600 });

    const started = inFolder(findBlock('machines-start'))
      .replaceAll('--base-url URL', `--base-url ${sandbox.baseUrl}`)
      .trim()
      .split('\n');
    expect(started).toHaveLength(2);
    for (const line of started) {
      const asRwa = 'sudo -u rwa rwa ';
      expect(line.startsWith(asRwa)).toBe(true);
      const args = line.slice(asRwa.length).split(' ');
      const child = spawn(process.execPath, [command, ...args, '--port', '0', '--json']);
      onTestFinished(() => {
        child.kill('SIGKILL');
      });
      let errors = '';
      child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
      const [output] = (await once(child.stdout, 'data')) as [Buffer];
      const { url } = JSON.parse(output.toString()) as { url: string };
      expect(await fetch(url)).toMatchObject({ status: expect.any(Number) as number });
      // By then, the web process has looked for runs, or the worker for slices.
      await setTimeout(1_500);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(errors).not.toMatch(/could not|cannot|error/i);
    }
  },
);

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SandboxError, type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { testFolder } from '../batch/testFolder.js';
import { SandboxUnderTest, invitation, trip } from './sandboxUnderTest.js';

describe('a data file', () => {
  test('keeps everything except fault rules across restarts', async () => {
    const options = { port: 0, readyAfterMs: 0, dataFile: join(testFolder(), 'data.db') };
    let started = await startSandbox(options);
    let sandbox = new SandboxUnderTest(started);
    const assessmentId = await sandbox.create();
    await sandbox.answer('rwa_update', { assessmentId, status: 'Pending', note: 'Kept' });
    await sandbox.answer('create_pending_user', invitation);
    await sandbox.answer('remove_user_access', { staff_id: 'C-101' });
    await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'status-429' });
    const result = await sandbox.readResult(assessmentId);
    const before = [await sandbox.readLedger(), (await sandbox.readOutbox()).length];
    await started.close();

    started = await startSandbox({ ...options, seed: 2 });
    onTestFinished(() => started.close());
    sandbox = new SandboxUnderTest(started);
    const [email] = await sandbox.readOutbox();
    expect(await sandbox.readResult(assessmentId)).toEqual(result);
    const after = await sandbox.readLedger();
    after.requests.rwa_retrieve -= 1;
    expect([after, (await sandbox.readOutbox()).length]).toEqual(before);
    expect(email?.activationLink).toMatch(started.origin);
    expect((await fetch(email?.activationLink ?? '')).status).toBe(200);
    expect((await sandbox.post('rwa_create', trip)).status).toBe(200);
  });

  test('records which magic Employee IDs have already caused their fault', async () => {
    const options = { port: 0, dataFile: join(testFolder(), 'data.db') };
    const busy = { ...trip, employeeId: 'SANDBOX-BUSY' };
    const statuses: number[] = [];
    const create = async () => {
      const started = await startSandbox(options);
      statuses.push((await new SandboxUnderTest(started).post('rwa_create', busy)).status);
      await started.close();
    };
    await create();
    await create();
    expect(statuses).toEqual([429, 200]);
  });

  test('has its initial content again after a reset', async () => {
    const options = { port: 0, dataFile: join(testFolder(), 'data.db') };
    const started = await startSandbox(options);
    onTestFinished(() => started.close());
    const sandbox = new SandboxUnderTest(started);
    const initialLedger = await sandbox.readLedger();
    await sandbox.create();
    await sandbox.answer('create_pending_user', invitation);
    await sandbox.control('POST reset');
    const removeIds = ({ staff, ...rest }: typeof initialLedger) => ({
      ...rest,
      staff: staff.map((account) => ({ ...account, user_id: undefined })),
    });
    expect(removeIds(await sandbox.readLedger())).toEqual(removeIds(initialLedger));
    expect(await sandbox.readOutbox()).toEqual([]);
  });

  test('is refused if another sandbox uses it', async () => {
    const dataFile = join(testFolder(), 'data.db');
    const first = await startSandbox({ port: 0, dataFile });
    onTestFinished(() => first.close());
    await expect(startSandbox({ port: 0, dataFile })).rejects.toThrow(
      new SandboxError(
        `${dataFile} is in use by another sandbox. Stop it first, or choose another file.`,
      ),
    );
  });

  test('is refused and unchanged if it was not created by a sandbox', async () => {
    const folder = testFolder();
    const [textFile, otherDatabase] = [join(folder, 'hires.csv'), join(folder, 'theirs.db')];
    await writeFile(textFile, 'Employee ID;Purpose\n'.repeat(1000));
    const database = new DatabaseSync(otherDatabase);
    database.exec('CREATE TABLE theirs (id)');
    database.close();
    for (const file of [textFile, otherDatabase, folder, join(folder, 'none', 'data.db')]) {
      const before = await readFile(file).catch(() => 'unreadable');
      const refused = await startSandbox({ port: 0, dataFile: file }).catch(
        (error: unknown) => error,
      );
      expect(refused).toBeInstanceOf(SandboxError);
      expect((refused as SandboxError).message).toContain(file);
      expect(await readFile(file).catch(() => 'unreadable')).toEqual(before);
    }
  });
});

test('a data file of another version is refused and unchanged', async () => {
  const dataFile = join(testFolder(), 'data.db');
  await (await startSandbox({ port: 0, dataFile })).close();
  const database = new DatabaseSync(dataFile);
  database.exec('PRAGMA user_version = 3');
  database.close();
  const before = await readFile(dataFile);
  await expect(startSandbox({ port: 0, dataFile })).rejects.toThrow(
    'written by another version of the sandbox',
  );
  expect(await readFile(dataFile)).toEqual(before);
});

describe('a killed sandbox', () => {
  test('keeps and counts every assessment that it has confirmed', async () => {
    const folder = testFolder();
    const child = join(folder, 'child.mjs');
    await build({
      entryPoints: [fileURLToPath(new URL('child.ts', import.meta.url))],
      outfile: child,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'warning',
    });
    const options = JSON.stringify({
      port: 0,
      readyAfterMs: 0,
      dataFile: join(folder, 'data.db'),
    });
    const answeredIds: string[] = [];
    for (let kills = 0; ; kills += 1) {
      const [process, sandbox] = await startChild(child, options);
      const { assessments, commits } = await sandbox.readLedger();
      const storedIds = assessments.map(({ assessmentId }) => assessmentId);
      expect(storedIds).toEqual(expect.arrayContaining(answeredIds));
      expect(commits.rwa_create).toBe(storedIds.length);
      if (kills === 5) break;
      const killAt = answeredIds.length + 11 + Math.floor(Math.random() * 50);
      const exited = once(process, 'exit');
      const createAll = async () => {
        try {
          for (;;) {
            answeredIds.push(await sandbox.create());
            if (answeredIds.length === killAt) process.kill('SIGKILL');
          }
        } catch {
          // The sandbox was killed.
        }
      };
      await Promise.all([...Array.from({ length: 8 }, createAll), exited]);
    }
    expect(answeredIds.length).toBeGreaterThan(50);
  });
});

async function startChild(
  file: string,
  options: string,
): Promise<[ChildProcess, SandboxUnderTest]> {
  const child = fork(file, [options]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [addresses] = (await once(child, 'message')) as [Sandbox];
  return [child, new SandboxUnderTest(addresses)];
}

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { takeLock } from '../../../batch/journal/lock.js';
import { UsageError } from '../../../batch/output/errors.js';
import { folderOfTest } from '../folderOfTest.js';

const root = join(import.meta.dirname, '../../..');
const taker = join(root, 'out', `lock-taker-${process.pid}.mjs`);
const deadPid = 2 ** 22 + 1; // above what Linux gives

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, 'lockTaker.ts')],
    outfile: taker,
    bundle: true,
    packages: 'external',
    nodePaths: [join(root, 'batch/node_modules')],
    alias: { 'zod/v4': join(root, 'batch/node_modules/zod/v4/index.js') },
    platform: 'node',
    format: 'esm',
  });
});

const holder = (pid: number, host = hostname()) =>
  JSON.stringify({ pid, host, since: '2026-11-21T10:00:00.000Z' });

/** Starts a process that takes the lock when it is told to, and answers `taken` or the refusal. */
function startTaker(path: string): { child: ChildProcess; next: () => Promise<string> } {
  const child = spawn(process.execPath, [taker, path], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const heard: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  child.on('message', (text: string) => {
    const then = waiting.shift();
    if (then === undefined) heard.push(text);
    else then(text);
  });
  const next = () =>
    new Promise<string>((resolve) => {
      const text = heard.shift();
      if (text === undefined) waiting.push(resolve);
      else resolve(text);
    });
  return { child, next };
}

describe('a lock', () => {
  test('is held once, and is gone with its release', async () => {
    const folder = folderOfTest();
    const path = join(folder, 'l');
    const lock = await takeLock(path, Date.now);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      pid: process.pid,
      host: hostname(),
    });
    await expect(takeLock(path, Date.now)).rejects.toThrow(UsageError);
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
    await (await takeLock(path, Date.now)).release();
  });

  test('of another living process is respected, and says who holds it', async () => {
    const path = join(folderOfTest(), 'l');
    const { child, next } = startTaker(path);
    await next();
    child.send('take');
    expect(await next()).toBe('taken');
    await expect(takeLock(path, Date.now)).rejects.toThrow(
      `Process ${child.pid ?? ''} on ${hostname()}`,
    );
    child.send('release');
    expect(await next()).toBe('released');
    await (await takeLock(path, Date.now)).release();
  });

  test('goes with a process that ends without its release', async () => {
    const path = join(folderOfTest(), 'l');
    const { child, next } = startTaker(path);
    await next();
    child.send('take');
    await next();
    child.send('exit');
    await new Promise((resolve) => child.once('close', resolve));
    expect(existsSync(path)).toBe(false);
  });

  test('of a killed process is taken over', async () => {
    const folder = folderOfTest();
    const path = join(folder, 'l');
    const { child, next } = startTaker(path);
    await next();
    child.send('take');
    await next();
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    expect(existsSync(path)).toBe(true);
    await (await takeLock(path, Date.now)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  // Who holds a lock that was found, and whether it may be taken over.
  const found: [string, string, stale: boolean][] = [
    ['a dead process', holder(deadPid), true],
    ['this pid in an earlier life', holder(process.pid), true],
    ['a process of another user or the init process', holder(1), false],
    ['another host', holder(deadPid, 'another-host'), false],
    ['nobody: it is empty', '', true],
    ['nobody: it is no lock', 'hello', true],
  ];
  test.each(found)('of %s', async (_name, text, stale) => {
    const folder = folderOfTest();
    const path = join(folder, 'l');
    writeFileSync(path, text);
    if (stale) {
      await (await takeLock(path, Date.now)).release();
      expect(readdirSync(folder)).toEqual([]);
    } else {
      await expect(takeLock(path, Date.now)).rejects.toThrow('delete');
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });

  test('is not taken from under a run by the release of a lock that was deleted by hand', async () => {
    const path = join(folderOfTest(), 'l');
    const lock = await takeLock(path, Date.now);
    writeFileSync(path, holder(1));
    await lock.release();
    expect(readFileSync(path, 'utf8')).toBe(holder(1));
  });
});

test('of many processes that find a stale lock at once, one gets it', async () => {
  const takers = 8;
  const folder = folderOfTest();
  const path = join(folder, 'l');
  const all = Array.from({ length: takers }, () => startTaker(path));
  await Promise.all(all.map(({ next }) => next()));
  for (let round = 0; round < 40; round++) {
    writeFileSync(path, round % 2 === 0 ? holder(deadPid) : '');
    // At the same moment, as far as eight processes can.
    const startMs = Date.now() + 15;
    for (const { child } of all) child.send(String(startMs));
    const answers = await Promise.all(all.map(({ next }) => next()));
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
    for (const { child } of all) child.send('release');
    await Promise.all(all.map(({ next }) => next()));
    expect(readdirSync(folder)).toEqual([]);
  }
});

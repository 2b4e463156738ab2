import { sentenceOf } from '../../../batch/cli/wording/wording.js';
import { whole } from '../../../batch/wording/sentence.js';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, onTestFinished, test, type TestContext, vi } from 'vitest';
import { renewalMs, thisProcess, takeLock } from '../../../batch/engine/journal/lock.js';
import { UsageError } from '../../../batch/engine/errors.js';
import { cannotRun } from '../../skips.js';
import { draftPath } from '../../../sheets/files/draft.js';
import { folderOfTest } from '../folderOfTest.js';
import { tinyDisk } from '../tinyDisk.js';

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
  JSON.stringify({
    ...thisProcess,
    ...{ pid, host, since: '2026-11-21T10:00:00.000Z', id: 'x' },
  });

/** A pid namespace of its own, as a container has; who is not root gets a user namespace as well. */
const newContainer = [[], ['--user', '--map-root-user']]
  .map((user) => ['unshare', ...user, '--pid', '--fork', '--kill-child', '--mount-proc'] as const)
  .find(([unshare, ...rest]) => spawnSync(unshare, [...rest, 'true']).status === 0);

/** The command before one that runs in a container. */
function container({ skip }: TestContext): readonly string[] {
  return newContainer ?? cannotRun(skip, 'A pid namespace needs unshare, and the right to it.');
}

/** Starts a process that takes the lock when it is told to, and answers `taken` or the refusal. */
function startTaker(
  path: string,
  within: readonly string[] = [],
): { child: ChildProcess; next: () => Promise<string>; ask: (what: string) => Promise<string> } {
  const command = [...within, process.execPath, taker, path];
  const child = spawn(command[0] ?? '', command.slice(1), {
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
  const ask = (what: string) => {
    child.send(what);
    return next();
  };
  return { child, next, ask };
}

/** As if the holder had not renewed its lock for so long. */
function age(path: string, seconds: number): void {
  const then = Date.now() / 1_000 - seconds;
  utimesSync(path, then, then);
}

const tiny = tinyDisk();

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

  test('takes away what killed runs left when they took it, and nothing else', async () => {
    const folder = folderOfTest();
    const path = join(folder, 'l');
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    for (const begun of [path, `${path}.claim`]) writeFileSync(draftPath(begun), holder(ended));
    writeFileSync(`${path}.notes-of-hr`, '');
    const lock = await takeLock(path, Date.now);
    expect(readdirSync(folder)).toEqual(['l', 'l.notes-of-hr']);
    await lock.release();
  });

  test('on a full disk says to make room, leaves nothing there, and is taken once there is room', async ({
    skip,
  }) => {
    const disk = tiny(skip);
    const path = join(disk.folder, 'l');
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    // Held elsewhere: its age takes a file, too, and without it nobody may call it stale.
    for (const stale of [undefined, holder(ended), holder(1, 'elsewhere')]) {
      disk.empty();
      if (stale !== undefined) writeFileSync(path, stale);
      const before = readdirSync(disk.folder);
      disk.fill();
      const refused = await takeLock(path, Date.now).catch((error: unknown) => error);
      const refusal = whole(sentenceOf(refused));
      expect(refusal).toMatch(/ENOSPC.*Free some space, then run the same command again[.]$/);
      expect(refusal).not.toMatch(/--journal|Copy|Delete/);
      expect(readdirSync(disk.folder)).toEqual(['filler', ...before]);
      rmSync(path, { force: true });
      disk.empty();
      await (await takeLock(path, Date.now)).release();
      expect(readdirSync(disk.folder)).toEqual([]);
    }
  });

  test('of another living process is respected, and says who holds it', async () => {
    const path = join(folderOfTest(), 'l');
    const { child, next } = startTaker(path);
    await next();
    child.send('take');
    expect(await next()).toBe('taken');
    await expect(takeLock(path, Date.now)).rejects.toMatchObject({
      said: [{ code: 'lockHeld', what: 'sheet', holder: { pid: child.pid, host: hostname() } }],
    });
    // It may be paused.
    age(path, 3_600);
    await expect(takeLock(path, Date.now)).rejects.toThrow('lockHeld');
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
      await expect(takeLock(path, Date.now)).rejects.toThrow('lockHeld');
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

describe('a lock of a process that cannot be seen from here', () => {
  const later = (changes: object) =>
    JSON.stringify({ ...thisProcess, since: '2026-11-21T10:00:00.000Z', id: 'x', ...changes });
  // Their pids mean other processes here.
  const unseen: [string, string][] = [
    ['in another container', later({ pid: deadPid, machine: 'another' })],
    ['in another container, with our pid', later({ machine: 'another' })],
    ['on another machine', later({ pid: deadPid, host: 'another-host' })],
    ['on a machine that has no ID', later({ pid: deadPid, machine: undefined })],
  ];
  test.each(unseen)('%s is judged by its renewals', async (_name, text) => {
    const path = join(folderOfTest(), 'l');
    writeFileSync(path, text);
    for (const seconds of [0, 30]) {
      age(path, seconds);
      await expect(takeLock(path, Date.now)).rejects.toThrow('"freeAfterSeconds":60');
    }
    age(path, 70);
    await (await takeLock(path, Date.now)).release();
  });

  test('is stale, too, when the clock was set back since it was renewed', async () => {
    const path = join(folderOfTest(), 'l');
    writeFileSync(path, later({ machine: 'another' }));
    age(path, -3_600);
    await (await takeLock(path, Date.now)).release();
  });

  test('is renewed while it is held', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const path = join(folderOfTest(), 'l');
    const lock = await takeLock(path, Date.now);
    age(path, 1_000);
    const agedMs = statSync(path).mtimeMs;
    vi.advanceTimersByTime(renewalMs);
    expect(statSync(path).mtimeMs).toBeGreaterThan(agedMs + 900_000);
    await lock.release();
    expect(existsSync(path)).toBe(false);
    vi.advanceTimersByTime(renewalMs);
    expect(existsSync(path)).toBe(false);
  });

  test('keeps out the same pid of another container', async (context) => {
    const contained = container(context);
    const path = join(folderOfTest(), 'l');
    const [one, other] = [startTaker(path, contained), startTaker(path, contained)];
    await Promise.all([one.next(), other.next()]);
    expect(await one.ask('take')).toBe('taken');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: 1 });
    expect(await other.ask('take')).toMatch(/lockHeld.*"pid":1,/);
    await one.ask('release');
    expect(await other.ask('take')).toBe('taken');
  });

  test('does not lock out what comes after a killed container', async (context) => {
    const contained = container(context);
    const path = join(folderOfTest(), 'l');
    const [killed, next] = [startTaker(path, contained), startTaker(path, contained)];
    await Promise.all([killed.next(), next.next()]);
    await killed.ask('take');
    killed.child.kill('SIGKILL');
    await new Promise((resolve) => killed.child.once('close', resolve));
    expect(await next.ask('take')).toContain('"freeAfterSeconds":60');
    age(path, 70);
    expect(await next.ask('take')).toBe('taken');
  });

  test('that stood still and lost its lock notices it', async (context) => {
    const contained = container(context);
    const path = join(folderOfTest(), 'l');
    const [paused, other] = [startTaker(path), startTaker(path, contained)];
    await Promise.all([paused.next(), other.next()]);
    await paused.ask('take');
    expect(await paused.ask('lost?')).toBe('held');
    paused.child.kill('SIGSTOP');
    age(path, 70);
    expect(await other.ask('take')).toBe('taken');
    paused.child.kill('SIGCONT');
    expect(await paused.ask('lost?')).toBe('lockLost');
    await paused.ask('release');
    expect(await other.ask('lost?')).toBe('held');
  });
});

test('a lock that was deleted by hand is lost', async () => {
  const path = join(folderOfTest(), 'l');
  const lock = await takeLock(path, Date.now);
  expect(lock.lost()).toBeUndefined();
  rmSync(path);
  expect(lock.lost()).toEqual({ code: 'lockLost', lock: path });
  await lock.release();
});

test('a lock is written through no link, and no pipe is waited for', async () => {
  const folder = folderOfTest();
  const [path, other] = [join(folder, 'l'), join(folder, 'other')];
  writeFileSync(other, 'precious');
  for (const link of [path, `${path}.${process.pid}`]) symlinkSync(other, link);
  await expect(takeLock(path, Date.now)).rejects.toThrow('lockHeld');
  expect(readFileSync(other, 'utf8')).toBe('precious');
  rmSync(path);
  await (await takeLock(path, Date.now)).release();
  expect(readFileSync(other, 'utf8')).toBe('precious');
  expect(lstatSync(`${path}.${process.pid}`).isSymbolicLink()).toBe(true);
  if (spawnSync('mkfifo', [path]).status === 0) await (await takeLock(path, Date.now)).release();
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

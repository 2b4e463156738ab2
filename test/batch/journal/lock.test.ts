import { toSentence } from '../../../batch/cli/wording/wording.js';
import { showValues } from '../../../batch/wording/sentence.js';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
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
import {
  assertNotHeld,
  removeStaleLock,
  renewalMs,
  takeLock,
} from '../../../batch/engine/journal/lock.js';
import { thisProcess } from '../../../batch/engine/journal/lockHolder.js';
import { UsageError } from '../../../batch/engine/errors.js';
import { cannotRun } from '../../skips.js';
import { createDraftPath } from '../../../sheets/files/draft.js';
import { makeReadOnly, readOnlyUnavailable } from '../readOnly.js';
import { testFolder } from '../testFolder.js';
import { createTinyDisk } from '../tinyDisk.js';

const root = join(import.meta.dirname, '../../..');
const takerScript = join(root, 'out', `lock-taker-${process.pid}.mjs`);
/** A pid that no process has, because it is above the highest pid of Linux. */
const deadPid = 2 ** 22 + 1;

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, 'lockTaker.ts')],
    outfile: takerScript,
    bundle: true,
    packages: 'external',
    nodePaths: [join(root, 'batch/node_modules')],
    alias: { 'zod/v4': join(root, 'batch/node_modules/zod/v4/index.js') },
    platform: 'node',
    format: 'esm',
  });
});

const createHolder = (pid: number, host = hostname()) =>
  JSON.stringify({
    ...thisProcess,
    startTicks: undefined,
    pid,
    host,
    since: '2026-11-21T10:00:00.000Z',
    id: 'x',
  });

/** Returns the content of a lock whose holder has ended. Another process now has the holder's pid. */
const createHolderWithReusedPid = (pid: number) =>
  createHolder(pid).replace('{', '{"startTicks":"1",');

/**
 * The command that runs a program in a new pid namespace, as a container does; without root, it also
 * creates a user namespace. This is undefined if the machine cannot create a namespace.
 */
const containerCommand = [[], ['--user', '--map-root-user']]
  .map((user) => ['unshare', ...user, '--pid', '--fork', '--kill-child', '--mount-proc'] as const)
  .find(([unshare, ...rest]) => spawnSync(unshare, [...rest, 'true']).status === 0);

function requireContainerCommand({ skip }: TestContext): readonly string[] {
  return (
    containerCommand ??
    cannotRun(skip, 'Tests with a pid namespace need unshare, and the right to it.')
  );
}

/**
 * Starts a process with `lockTaker.ts`, by default outside of a container. `next` resolves to its
 * next message, and `ask` to its reply to a message.
 */
function startTaker(
  path: string,
  within: readonly string[] = [],
): { child: ChildProcess; next: () => Promise<string>; ask: (message: string) => Promise<string> } {
  const command = [...within, process.execPath, takerScript, path];
  const child = spawn(command[0] ?? '', command.slice(1), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const received: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  child.on('message', (text: string) => {
    const resolve = waiting.shift();
    if (resolve === undefined) received.push(text);
    else resolve(text);
  });
  const next = () =>
    new Promise<string>((resolve) => {
      const text = received.shift();
      if (text === undefined) waiting.push(resolve);
      else resolve(text);
    });
  const ask = (message: string) => {
    child.send(message);
    return next();
  };
  return { child, next, ask };
}

/** Sets the last renewal of a lock to this many seconds ago. */
function age(path: string, seconds: number): void {
  const then = Date.now() / 1_000 - seconds;
  utimesSync(path, then, then);
}

const getDisk = createTinyDisk();

describe('a lock', () => {
  test('cannot be taken twice, and is deleted on release', async () => {
    const folder = testFolder();
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

  test('deletes the drafts of killed runs when it is taken, and no other files', async () => {
    const folder = testFolder();
    const path = join(folder, 'l');
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    for (const target of [path, `${path}.claim`])
      writeFileSync(createDraftPath(target), createHolder(ended));
    writeFileSync(`${path}.notes-of-hr`, '');
    const lock = await takeLock(path, Date.now);
    expect(readdirSync(folder)).toEqual(['l', 'l.notes-of-hr']);
    await lock.release();
  });

  test('advises to free space on a full disk, and leaves no new file', async ({ skip }) => {
    const disk = getDisk(skip);
    const path = join(disk.folder, 'l');
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    // The age of a lock from another machine is measured with a new file.
    for (const stale of [undefined, createHolder(ended), createHolder(1, 'elsewhere')]) {
      disk.empty();
      if (stale !== undefined) writeFileSync(path, stale);
      const before = readdirSync(disk.folder);
      disk.fill();
      const refused = await takeLock(path, Date.now).catch((error: unknown) => error);
      const refusal = showValues(toSentence(refused));
      expect(refusal).toMatch(/ENOSPC.*Free some space, then run the same command again[.]$/);
      expect(refusal).not.toMatch(/--journal|Copy|Delete/);
      expect(readdirSync(disk.folder)).toEqual(['filler', ...before]);
      rmSync(path, { force: true });
      disk.empty();
      await (await takeLock(path, Date.now)).release();
      expect(readdirSync(disk.folder)).toEqual([]);
    }
  });

  test('of a running process cannot be taken, and the refusal names the process', async () => {
    const path = join(testFolder(), 'l');
    const { child, next, ask } = startTaker(path);
    await next();
    expect(await ask('take')).toBe('taken');
    await expect(takeLock(path, Date.now)).rejects.toMatchObject({
      messages: [{ code: 'lockHeld', what: 'sheet', holder: { pid: child.pid, host: hostname() } }],
    });
    // A running process may have been paused for an hour.
    age(path, 3_600);
    await expect(takeLock(path, Date.now)).rejects.toThrow('lockHeld');
    expect(await ask('release')).toBe('released');
    await (await takeLock(path, Date.now)).release();
  });

  test('is deleted when its process ends without a release', async () => {
    const path = join(testFolder(), 'l');
    const { child, next, ask } = startTaker(path);
    await next();
    await ask('take');
    child.send('exit');
    await new Promise((resolve) => child.once('close', resolve));
    expect(existsSync(path)).toBe(false);
  });

  test('of a killed process is taken over', async () => {
    const folder = testFolder();
    const path = join(folder, 'l');
    const { child, next, ask } = startTaker(path);
    await next();
    await ask('take');
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    expect(existsSync(path)).toBe(true);
    await (await takeLock(path, Date.now)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  const holders: [string, string, isStale: boolean][] = [
    ['a dead process', createHolder(deadPid), true],
    ['an earlier process with our pid', createHolder(process.pid), true],
    ['a process of another user or the init process', createHolder(1), false],
    [
      'an ended process whose pid another process now has',
      createHolderWithReusedPid(process.ppid),
      true,
    ],
    ['another host', createHolder(deadPid, 'another-host'), false],
    ['no holder, because the lock is empty', '', true],
    ['no holder, because the lock contains another text', 'hello', true],
  ];
  test.each(holders)(
    'is taken over at once only if its holder has ended or is unknown: %s',
    async (_name, text, isStale) => {
      const folder = testFolder();
      const path = join(folder, 'l');
      writeFileSync(path, text);
      if (isStale) {
        await (await takeLock(path, Date.now)).release();
        expect(readdirSync(folder)).toEqual([]);
      } else {
        await expect(takeLock(path, Date.now)).rejects.toThrow('lockHeld');
        expect(readFileSync(path, 'utf8')).toBe(text);
      }
    },
  );

  test('is not deleted by the release of an earlier lock that a person deleted', async () => {
    const path = join(testFolder(), 'l');
    const lock = await takeLock(path, Date.now);
    writeFileSync(path, createHolder(1));
    await lock.release();
    expect(readFileSync(path, 'utf8')).toBe(createHolder(1));
  });
});

describe('a lock between containers or machines', () => {
  const createHolderElsewhere = (changes: object) =>
    JSON.stringify({ ...thisProcess, since: '2026-11-21T10:00:00.000Z', id: 'x', ...changes });
  // These pids belong to this process, or to no process on this machine.
  const holdersElsewhere: [string, string][] = [
    ['in another container', createHolderElsewhere({ pid: deadPid, machine: 'another' })],
    ['in another container, with our pid', createHolderElsewhere({ machine: 'another' })],
    ['on another machine', createHolderElsewhere({ pid: deadPid, host: 'another-host' })],
    ['on a machine without an ID', createHolderElsewhere({ pid: deadPid, machine: undefined })],
  ];
  test.each(holdersElsewhere)(
    'is stale after 60 seconds without a renewal: %s',
    async (_name, text) => {
      const path = join(testFolder(), 'l');
      writeFileSync(path, text);
      for (const seconds of [0, 30]) {
        age(path, seconds);
        await expect(takeLock(path, Date.now)).rejects.toThrow('"freeAfterSeconds":60');
      }
      age(path, 70);
      await (await takeLock(path, Date.now)).release();
    },
  );

  test.each(holdersElsewhere)(
    'refuses other commands only for 60 seconds after its last renewal: %s',
    (_name, text) => {
      const path = join(testFolder(), 'l');
      writeFileSync(path, text);
      age(path, 30);
      expect(() => {
        assertNotHeld(path, Date.now);
      }).toThrow('"freeAfterSeconds":60');
      age(path, 70);
      assertNotHeld(path, Date.now);
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  test('refuses commands whatever its age if its folder is not writable', async ({ skip }) => {
    const folder = testFolder();
    const path = join(folder, 'l');
    writeFileSync(path, createHolderElsewhere({ machine: 'another' }));
    age(path, 70);
    await makeReadOnly(folder).catch(() => cannotRun(skip, readOnlyUnavailable));
    expect(() => {
      assertNotHeld(path, Date.now);
    }).toThrow('"freeAfterSeconds":60');
  });

  test('is stale if the clock was set back', async () => {
    const path = join(testFolder(), 'l');
    writeFileSync(path, createHolderElsewhere({ machine: 'another' }));
    age(path, -3_600);
    await (await takeLock(path, Date.now)).release();
  });

  test('is renewed while it is held', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const path = join(testFolder(), 'l');
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

  test('keeps out a process with the same pid in another container', async (context) => {
    const contained = requireContainerCommand(context);
    const path = join(testFolder(), 'l');
    const [first, second] = [startTaker(path, contained), startTaker(path, contained)];
    await Promise.all([first.next(), second.next()]);
    expect(await first.ask('take')).toBe('taken');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: 1 });
    expect(await second.ask('take')).toMatch(/lockHeld.*"pid":1,/);
    await first.ask('release');
    expect(await second.ask('take')).toBe('taken');
  });

  test('can be taken 60 seconds after the container of its holder was killed', async (context) => {
    const contained = requireContainerCommand(context);
    const path = join(testFolder(), 'l');
    const [killed, other] = [startTaker(path, contained), startTaker(path, contained)];
    await Promise.all([killed.next(), other.next()]);
    await killed.ask('take');
    killed.child.kill('SIGKILL');
    await new Promise((resolve) => killed.child.once('close', resolve));
    expect(await other.ask('take')).toContain('"freeAfterSeconds":60');
    age(path, 70);
    expect(await other.ask('take')).toBe('taken');
  });

  test('is reported as lost by its holder after a pause', async (context) => {
    const contained = requireContainerCommand(context);
    const path = join(testFolder(), 'l');
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

test('a lock that a person deleted is reported as lost', async () => {
  const path = join(testFolder(), 'l');
  const lock = await takeLock(path, Date.now);
  expect(lock.findLoss()).toBeUndefined();
  rmSync(path);
  expect(lock.findLoss()).toEqual({ code: 'lockLost', lock: path });
  await lock.release();
});

test('a lock that cannot be read does not count as removed', () => {
  const path = join(testFolder(), 'l');
  writeFileSync(path, '');
  expect(removeStaleLock(path, Date.now)).toBe(true);
  mkdirSync(path);
  expect(removeStaleLock(path, Date.now)).toBe(false);
});

test('taking a lock never follows a link and never waits for a pipe', async () => {
  const folder = testFolder();
  const [path, other] = [join(folder, 'l'), join(folder, 'other')];
  const claim = `${path}.claim`;
  writeFileSync(other, 'precious');
  symlinkSync(other, path);
  await expect(takeLock(path, Date.now)).rejects.toThrow('lockHeld');
  rmSync(path);
  writeFileSync(path, createHolder(deadPid));
  symlinkSync(other, claim);
  await expect(takeLock(path, Date.now)).rejects.toThrow('lockHeld');
  expect(readFileSync(other, 'utf8')).toBe('precious');
  for (const file of [path, claim]) rmSync(file);
  if (spawnSync('mkfifo', [path]).status === 0) await (await takeLock(path, Date.now)).release();
});

test('only one of many processes gets a stale lock', async () => {
  const takers = 8;
  const folder = testFolder();
  const path = join(folder, 'l');
  const all = Array.from({ length: takers }, () => startTaker(path));
  await Promise.all(all.map(({ next }) => next()));
  for (let round = 0; round < 40; round++) {
    writeFileSync(path, round % 2 === 0 ? createHolder(deadPid) : '');
    // The time when all processes take the lock.
    const startMs = Date.now() + 15;
    const answers = await Promise.all(all.map(({ ask }) => ask(String(startMs))));
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
    await Promise.all(all.map(({ ask }) => ask('release')));
    expect(readdirSync(folder)).toEqual([]);
  }
});

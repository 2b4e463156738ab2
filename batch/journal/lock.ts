import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod/v4';
import { messageOf, UsageError } from '../output/errors.js';

const holderSchema = z.object({ pid: z.number(), host: z.string(), since: z.string() });
type Holder = z.infer<typeof holderSchema>;

/** Locks of this process, with what they say. A lock with our pid that is not among them is of an earlier life. */
const held = new Map<string, string>();

process.on('exit', () => {
  for (const [path, text] of held) removeLock(path, text);
});

/** A lock that cannot be understood may be one that is just being written. */
const writingMs = 200;

/** Held by the one run that may send from a sheet. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes the lock at a path, or throws a UsageError that says who holds it. A lock whose process has
 * ended on this machine is stale and taken over; one of another machine is not judged. It is
 * released when the process ends, unless that is killed.
 */
export async function takeLock(path: string, now: () => number): Promise<Lock> {
  const mine = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    since: new Date(now()).toISOString(),
  } satisfies Holder);
  if (create(path, mine)) return lockOf(path, mine);

  let found = read(path);
  if (found !== undefined && parseHolder(found) === undefined) {
    await delay(writingMs);
    found = read(path);
  }
  if (found !== undefined && isStale(path, found)) takeAway(path, found, mine);
  if (create(path, mine)) return lockOf(path, mine);
  throw new UsageError(heldBy(path, parseHolder(read(path) ?? found)));
}

function lockOf(path: string, mine: string): Lock {
  held.set(path, mine);
  return {
    release() {
      removeLock(path, mine);
      held.delete(path);
      return Promise.resolve();
    },
  };
}

/** Ours and no other's: a person may have deleted it, and another run taken its place. */
function removeLock(path: string, mine: string): void {
  if (read(path) === mine) rmSync(path, { force: true });
}

/** Makes a file that says `text`, unless there is one. All at once, so that nobody reads half. */
function create(path: string, text: string): boolean {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text);
    try {
      linkSync(draft, path);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      // No hard links on this file system.
      writeFileSync(path, text, { flag: 'wx' });
    } finally {
      rmSync(draft, { force: true });
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new UsageError(
      `The lock ${path} cannot be written (${messageOf(error)}). Copy the sheet to a folder that you may write to, or use --journal.`,
    );
  }
}

/**
 * Removes a stale lock. Of several runs that find it, one may: the one that makes a claim on that
 * very lock. While the claim stands nobody else removes the lock, so that it is still the same when
 * it goes, and never the fresh one of another run.
 */
function takeAway(path: string, stale: string, mine: string): void {
  const claim = `${path}.claim`;
  if (!create(claim, mine)) {
    const other = read(claim);
    if (other !== undefined && isStale(claim, other)) rmSync(claim, { force: true });
    if (!create(claim, mine)) return;
  }
  try {
    if (read(path) === stale) rmSync(path, { force: true });
  } finally {
    rmSync(claim, { force: true });
  }
}

function isStale(path: string, text: string): boolean {
  const holder = parseHolder(text);
  if (holder === undefined) return true;
  if (holder.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
    return holder.pid === process.pid && !held.has(path);
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parseHolder(text: string | undefined): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function heldBy(path: string, holder: Holder | undefined): string {
  const who =
    holder === undefined
      ? 'Another run holds this sheet.'
      : `Process ${holder.pid} on ${holder.host} has held this sheet since ${holder.since}.`;
  return `${who} Wait for it to end. If it is certain that no run goes on, delete ${path}.`;
}

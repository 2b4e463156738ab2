import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, rmSync, statSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isSameFile } from '../files/sameFile.js';
import { messageOf, OperatingError } from '../errors.js';
import type { Lock } from './heldLock.js';
import { hasEnded, type Holder, isVisible, parseHolder, renewalMs, thisProcess } from './holder.js';
import { createLock, diskTimeMs, draftsOf, type Found, readLock } from './lockFile.js';
import { refusal } from './lockRefusal.js';
import type { LockedFile } from './journalMessages.js';

/**
 * Locks of this process, with what they say. A lock with our pid that is not among them belongs to
 * an earlier process.
 */
const held = new Map<string, string>();

process.on('exit', () => {
  for (const [path, text] of held) removeLock(path, text);
});

/** An unreadable lock younger than this may still be being written. */
const writingMs = 200;

/**
 * Takes the lock at a path, or throws a SheetInUse that says who holds it; an OperatingError for a lock
 * that seems to stay or cannot be taken. A lock whose process has
 * ended is stale and taken over; see {@link hasEnded} for what can be known of that. It is released
 * when the process ends, unless that is killed. Messages say what is locked by `what`. The file of the lock
 * gets the permissions of the file `sheet`.
 */
export async function takeLock(
  path: string,
  now: () => number,
  what: LockedFile = 'sheet',
  sheet?: string,
): Promise<Lock> {
  const mine = JSON.stringify({
    ...thisProcess,
    since: new Date(now()).toISOString(),
    id: randomUUID(),
  } satisfies Holder);
  const first = createLock(path, mine, sheet);
  if (first !== undefined) return lockOf(path, mine, first);

  let found = readLock(path);
  if (found !== undefined && parseHolder(found.text) === undefined) {
    await delay(writingMs);
    found = readLock(path);
  }
  try {
    if (found !== undefined && isStale(path, found)) takeAway(path, mine, sheet);
  } catch (error) {
    if (error instanceof OperatingError) throw error;
    throw new OperatingError({ code: 'staleLockStays', lock: path, reason: messageOf(error) });
  }
  const second = createLock(path, mine, sheet);
  if (second !== undefined) return lockOf(path, mine, second);
  throw refusal(path, what, parseHolder(readLock(path)?.text ?? found?.text), now());
}

/**
 * Throws as {@link takeLock} does when a lock that is not to be written to is held by another run.
 */
export function refuseHeld(path: string, now: () => number, what: LockedFile = 'sheet'): void {
  const found = readLock(path);
  if (found === undefined) return;
  const holder = parseHolder(found.text);
  if (!hasEndedAt(path, holder, 0)) throw refusal(path, what, holder, now());
}

/** True for a lock that a living run holds. */
export function isHeld(path: string): boolean {
  const found = readLock(path);
  return found !== undefined && !isStale(path, found);
}

function lockOf(path: string, mine: string, descriptor: number): Lock {
  held.set(path, mine);
  removeDrafts(path);
  const renewal = setInterval(() => {
    try {
      // Its time changes by the clock of the disk, and never that of another's lock.
      writeSync(descriptor, mine, 0);
    } catch {
      // Whoever takes it over for that is noticed.
    }
  }, renewalMs).unref();
  return {
    lost() {
      return isStillOurs(path, mine, descriptor) ? undefined : { code: 'lockLost', lock: path };
    },
    release() {
      clearInterval(renewal);
      closeSync(descriptor);
      removeLock(path, mine);
      held.delete(path);
      return Promise.resolve();
    },
  };
}

/**
 * Removes what runs left that were killed while they took the lock. Whose draft is removed while it
 * takes the lock finds it taken, as it is.
 */
function removeDrafts(path: string): void {
  try {
    for (const draft of [...draftsOf(path), ...draftsOf(`${path}.claim`)]) {
      const found = readLock(draft);
      if (found !== undefined && isStale(draft, found)) rmSync(draft, { force: true });
    }
  } catch {
    // They are harmless in a folder that cannot be listed.
  }
}

function isStillOurs(path: string, mine: string, descriptor: number): boolean {
  try {
    const found = readLock(path);
    // Without another descriptor it cannot be read.
    return found === undefined
      ? isSameFile(statSync(path), fstatSync(descriptor))
      : found.text === mine;
  } catch {
    return false;
  }
}

/** Ours and no other's: a person may have deleted it, and another run taken its place. */
function removeLock(path: string, mine: string): void {
  if (readLock(path)?.text === mine) rmSync(path, { force: true });
}

/**
 * Removes a stale lock. Of several runs that find it, one may: the one that makes a claim on that
 * very lock. While the claim stands nobody else removes the lock, so that it is still the same when
 * it goes, and never the fresh one of another run.
 */
function takeAway(path: string, mine: string, sheet: string | undefined): void {
  const claim = `${path}.claim`;
  let claimed = createLock(claim, mine, sheet);
  if (claimed === undefined) {
    const other = readLock(claim);
    if (other !== undefined && isStale(claim, other)) rmSync(claim, { force: true });
    claimed = createLock(claim, mine, sheet);
    if (claimed === undefined) return;
  }
  closeSync(claimed);
  try {
    // It may have been renewed meanwhile, or be another's.
    const found = readLock(path);
    if (found !== undefined && isStale(path, found)) rmSync(path, { force: true });
  } finally {
    rmSync(claim, { force: true });
  }
}

function isStale(path: string, { text, renewedMs }: Found): boolean {
  const holder = parseHolder(text);
  // Only a holder that cannot be seen is judged by its age.
  const needsAge = holder !== undefined && !isVisible(holder);
  return hasEndedAt(path, holder, needsAge ? diskTimeMs(path) - renewedMs : 0);
}

function hasEndedAt(path: string, holder: Holder | undefined, ageMs: number): boolean {
  if (holder === undefined) return true;
  const isOfThisPid = isVisible(holder) && holder.pid === process.pid;
  return (isOfThisPid && !held.has(path)) || hasEnded(holder, ageMs);
}

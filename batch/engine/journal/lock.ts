import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, lstatSync, rmSync, statSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { draftsOf, removeDrafts } from '../../../sheets/files/draft.js';
import { isSameFile } from '../files/sameFile.js';
import { toErrorMessage, OperatingError, SheetInUse, type UsageError } from '../errors.js';
import type { Lock } from './heldLock.js';
import {
  findProcess,
  type Holder,
  parseHolder,
  renewalMs,
  thisProcess,
  unrenewedMs,
} from './holder.js';
import { createLock, diskTimeMs, type Found, readLock } from './lockFile.js';
import type { LockedFile } from './journalMessages.js';

/** The locks of this process with their contents. */
const held = new Map<string, string>();

process.on('exit', () => {
  for (const [path, text] of held) removeLock(path, text);
});

/** A younger lock that cannot be read may still be being written. */
const writingMs = 200;

/** A lock held for longer needs attention: its run may hang. */
const patienceMs = 24 * 3_600_000;

/**
 * Takes the lock at a path. Throws a SheetInUse with its holder, and an OperatingError if the lock
 * cannot be taken or seems to remain. The lock of an ended process is taken over: at once if the
 * process can be checked from here, otherwise one minute after its last renewal. A lock is
 * released when the process ends, unless it is killed. `what` names the locked file in messages.
 * The lock gets the permissions of the file `sheet`.
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
  if (first !== undefined) return hold(path, mine, first);

  let found = readLock(path);
  if (found !== undefined && parseHolder(found.text) === undefined) {
    await delay(writingMs);
    found = readLock(path);
  }
  try {
    if (found !== undefined && isStale(path, found)) removeStale(path, mine, sheet);
  } catch (error) {
    if (error instanceof OperatingError) throw error;
    throw new OperatingError({ code: 'staleLockStays', lock: path, reason: toErrorMessage(error) });
  }
  const second = createLock(path, mine, sheet);
  if (second !== undefined) return hold(path, mine, second);
  throw refusal(path, what, parseHolder(readLock(path)?.text ?? found?.text), now());
}

/** Throws like {@link takeLock} if another run holds the lock, but does not take it. */
export function refuseHeld(path: string, now: () => number, what: LockedFile = 'sheet'): void {
  const found = readLock(path);
  const holder = parseHolder(found?.text);
  if (holder === undefined || findProcess(holder, held.has(path)) === 'ended') return;
  throw refusal(path, what, holder, now());
}

/** True if a running process holds the lock. */
export function isHeld(path: string): boolean {
  const found = readLock(path);
  return found !== undefined && !isStale(path, found);
}

function hold(path: string, mine: string, descriptor: number): Lock {
  held.set(path, mine);
  // Runs that were killed while taking the lock leave drafts.
  removeDrafts([...draftsOf(path), ...draftsOf(claimOn(path))]);
  const renewal = setInterval(() => {
    try {
      // Renews the time by the clock of the disk, through our descriptor, so never another run's
      // lock.
      writeSync(descriptor, mine, 0);
    } catch {
      // If another run takes the lock over because of this, `lost` reports it.
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

function isStillOurs(path: string, mine: string, descriptor: number): boolean {
  try {
    const found = readLock(path);
    // It cannot be read if no other descriptor is available.
    return found === undefined
      ? isSameFile(statSync(path), fstatSync(descriptor))
      : found.text === mine;
  } catch {
    return false;
  }
}

/**
 * Removes our own lock only. A person may have deleted it, and another run may have taken its
 * place.
 */
function removeLock(path: string, mine: string): void {
  if (readLock(path)?.text === mine) rmSync(path, { force: true });
}

/** Returns the path of the claim. Only the run that holds this file may remove a stale lock. */
function claimOn(lock: string): string {
  return `${lock}.claim`;
}

/**
 * Removes a stale lock. Only the run that creates the claim may do so; while the claim exists, no
 * other run removes the lock, so a new lock is never removed.
 */
function removeStale(path: string, mine: string, sheet: string | undefined): void {
  const claim = claimOn(path);
  const other = readLock(claim);
  if (other !== undefined && isStale(claim, other)) rmSync(claim, { force: true });
  const claimed = createLock(claim, mine, sheet);
  if (claimed === undefined) return;
  closeSync(claimed);
  try {
    // The lock may have been renewed or replaced meanwhile.
    const found = readLock(path);
    if (found !== undefined && isStale(path, found)) rmSync(path, { force: true });
  } finally {
    rmSync(claim, { force: true });
  }
}

/** True if the holder of a lock has ended, or has not renewed the lock for too long. */
function isStale(path: string, { text, renewedMs }: Found): boolean {
  const holder = parseHolder(text);
  if (holder === undefined) return true;
  const found = findProcess(holder, held.has(path));
  if (found !== 'unknown') return found === 'ended';
  // Negative if the clock of the disk was set back.
  return Math.abs(diskTimeMs(path) - renewedMs) > unrenewedMs;
}

/** Returns the error for a lock that another run holds. */
function refusal(
  path: string,
  what: LockedFile,
  holder: Holder | undefined,
  nowMs: number,
): UsageError {
  if (holder === undefined) {
    const stays = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    return new (stays ? OperatingError : SheetInUse)({ code: 'lockHeld', lock: path, what });
  }
  const { pid, host, since } = holder;
  const isUnknown = findProcess(holder, held.has(path)) === 'unknown';
  const Kind = nowMs - Date.parse(since) > patienceMs ? OperatingError : SheetInUse;
  return new Kind({
    code: 'lockHeld',
    ...{ lock: path, what, holder: { pid, host, since } },
    freeAfterSeconds: isUnknown ? unrenewedMs / 1_000 : undefined,
  });
}

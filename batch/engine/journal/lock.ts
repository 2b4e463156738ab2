import {
  closeSync,
  fstatSync,
  lstatSync,
  rmSync,
  statSync,
  writeSync,
  readFileSync,
  constants,
  linkSync,
  openSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findDrafts, removeDrafts, draftPath } from '../../../sheets/files/draft.js';
import { toErrorMessage, OperatingError, SheetInUse, type UsageError } from '../errors.js';
import { toFileFault, copyPermissions, isSameFile } from '../files/fileSystem.js';
import type { Lock } from './journalStore.js';
import { describeHolder, findProcess, type Holder, parseHolder } from './lockHolder.js';
import type { LockedFile } from './journalMessages.js';

/** The locks of this process with their contents. */
const held = new Map<string, string>();

process.on('exit', () => {
  for (const [path, text] of held) removeLock(path, text);
});

/** A younger lock that cannot be read may be incomplete, because its run is still writing it. */
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
  const mine = describeHolder(now);
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

/** A lock and what its file shows about the holder. */
export interface FoundLock {
  readonly path: string;
  /** Undefined if the file does not contain it. */
  readonly holder: Pick<Holder, 'pid' | 'host' | 'since'> | undefined;
  /**
   * `runs`: exactly this process; `mayRun`: a process with its pid; `unknown`: it cannot be checked
   * from here, so that only its renewals count.
   */
  readonly process: 'runs' | 'mayRun' | 'ended' | 'unknown';
  /** The time since its last renewal, by the clock of the disk. */
  readonly unrenewedMs: number;
  /** True if no run holds it: the next run would take it over. */
  readonly isStale: boolean;
}

/**
 * Returns the lock at a path; undefined if there is none. Throws the error of {@link takeLock} if it
 * cannot be read.
 */
export function findLock(path: string): FoundLock | undefined {
  const found = readLock(path);
  if (found === undefined) {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    throw refusal(path, 'sheet', undefined, Date.now());
  }
  const holder = parseHolder(found.text);
  const process = holder === undefined ? 'ended' : findProcess(holder, held.has(path));
  const age = Math.max(0, diskTimeMs(path) - found.renewedMs);
  const isSure = process !== 'runs' || holder?.startTicks !== undefined;
  return {
    path,
    holder,
    process: isSure ? process : 'mayRun',
    unrenewedMs: age,
    // A younger one without a holder may still be written.
    isStale: isStale(path, found) && (holder !== undefined || age > writingMs),
  };
}

/**
 * Removes a lock that no run holds, as {@link takeLock} does before it takes one over. Returns false
 * if it is still there, because a run holds or has renewed it.
 */
export function removeStaleLock(path: string, now: () => number): boolean {
  removeStale(path, describeHolder(now), undefined);
  return readLock(path) === undefined;
}

/** True if a running process holds the lock. */
export function isHeld(path: string): boolean {
  const found = readLock(path);
  return found !== undefined && !isStale(path, found);
}

/** The interval at which a holder renews its lock. */
export const renewalMs = 5_000;

/**
 * The time without a renewal after which a holder on another machine counts as ended. A paused
 * holder notices that before it sends anything more.
 */
export const unrenewedMs = 60_000;

/** An error because the folder of a lock is not writable. */
export class UnwritableLock extends OperatingError {}

/** The content and time of a lock. */
interface LockContent {
  readonly text: string;
  /** The time by the clock of the disk. */
  readonly renewedMs: number;
}

/**
 * Creates a file with this text and returns its descriptor; undefined if the file exists. The file
 * appears with its whole text, and is never written through a symbolic link. It gets the
 * permissions of the file `like`, because everyone who may use the sheet must see who holds its
 * lock.
 */
export function createLock(path: string, text: string, like?: string): number | undefined {
  const draft = draftPath(path);
  try {
    const descriptor = createDirectly(draft, text, like);
    try {
      linkSync(draft, path);
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      if (readErrorCode(error) === 'EEXIST') return undefined;
      // The file system has no hard links, or another run has deleted the draft.
      return createDirectly(path, text, like);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return undefined;
    throw toLockError(path, error);
  }
}

/** Returns the path of the file with the rows that the holder of a lock is about to send. */
export function claimsBeside(lock: string): string {
  return `${lock}.rows`;
}

// A lock that we did not create may be anything: follow no link, and do not wait for a pipe.
// Windows has neither constant, and undefined counts as 0.
const reading = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Reads a lock; undefined if it does not exist or cannot be read. */
export function readLock(path: string): LockContent | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, reading);
    return { text: readFileSync(descriptor, 'utf8'), renewedMs: fstatSync(descriptor).mtimeMs };
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function hold(path: string, mine: string, descriptor: number): Lock {
  held.set(path, mine);
  // Runs that were killed while taking the lock leave drafts.
  removeDrafts([...findDrafts(path), ...findDrafts(claimOn(path))]);
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
function isStale(path: string, { text, renewedMs }: LockContent): boolean {
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
    lock: path,
    what,
    holder: { pid, host, since },
    freeAfterSeconds: isUnknown ? unrenewedMs / 1_000 : undefined,
  });
}

/** Returns the error for a lock that cannot be written. */
function toLockError(path: string, error: unknown): OperatingError {
  const Kind = forbidding.has(readErrorCode(error)) ? UnwritableLock : OperatingError;
  const fault = toFileFault(error, dirname(path));
  return new Kind({ code: 'lockNotWritable', lock: path, fault });
}

const forbidding: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS']);

function createDirectly(path: string, text: string, like: string | undefined): number {
  const descriptor = openSync(path, 'wx+', like === undefined ? 0o644 : 0o600);
  try {
    if (like !== undefined) copyPermissions(descriptor, like);
    writeFileSync(descriptor, text);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    rmSync(path, { force: true });
    throw error;
  }
}

/**
 * Returns the current time by the clock of a folder's disk, which may be on another machine.
 * Throws like {@link createLock}.
 */
function diskTimeMs(path: string): number {
  const probe = draftPath(path);
  try {
    const descriptor = createDirectly(probe, '.', undefined);
    try {
      return fstatSync(descriptor).mtimeMs;
    } finally {
      closeSync(descriptor);
      rmSync(probe, { force: true });
    }
  } catch (error) {
    throw toLockError(path, error);
  }
}

function readErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

import {
  accessSync,
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
import { findDrafts, removeDrafts, createDraftPath } from '../../../sheets/files/draft.js';
import { toFileFault, OperatingError, SheetInUse, type UsageError } from '../errors.js';
import { copyPermissions, isSameFile } from '../files/fileSystem.js';
import type { Lock } from './journalStore.js';
import { describeHolder, findProcess, type Holder, parseHolder } from './lockHolder.js';
import type { LockedFile } from './journalMessages.js';

/** The contents of this process's locks, by path. */
const heldLocks = new Map<string, string>();

process.on('exit', () => {
  for (const [path, text] of heldLocks) removeLock(path, text);
});

/** A lock without a holder may be incomplete for this long, because its run is still writing it. */
const writingMs = 200;

/** A lock held for longer needs attention: its run may hang. */
const patienceMs = 24 * 3_600_000;

/**
 * Throws a SheetInUse if another run holds the lock, and an OperatingError if it cannot be read or
 * taken, or has been held for more than a day. Takes over a lock without a running holder; a holder
 * that cannot be checked from here counts as ended one minute after its last renewal. The lock gets
 * the permissions of `sheet`.
 */
export async function takeLock(
  path: string,
  now: () => number,
  what: LockedFile = 'sheet',
  sheet?: string,
): Promise<Lock> {
  const ownText = describeHolder(now);
  const first = createLock(path, ownText, sheet);
  if (first !== undefined) return hold(path, ownText, first);

  let found = readLock(path);
  if (found !== undefined && parseHolder(found.text) === undefined) {
    await delay(writingMs);
    found = readLock(path);
  }
  try {
    if (found !== undefined && isStale(path, found)) removeStale(path, ownText, sheet);
  } catch (error) {
    if (error instanceof OperatingError) throw error;
    throw new OperatingError({
      code: 'staleLockStays',
      lock: path,
      fault: toFileFault(error, path),
    });
  }
  const second = createLock(path, ownText, sheet);
  if (second !== undefined) return hold(path, ownText, second);
  throw createRefusal(path, what, parseHolder(readLock(path)?.text ?? found?.text), now());
}

/** Throws like {@link takeLock}, without taking the lock. */
export function assertNotHeld(path: string, now: () => number, what: LockedFile = 'sheet'): void {
  if (!isHeld(path)) return;
  throw createRefusal(path, what, parseHolder(readLock(path)?.text), now());
}

export interface FoundLock {
  readonly path: string;
  /** Undefined if the file does not name a holder. */
  readonly holder: Pick<Holder, 'pid' | 'host' | 'since'> | undefined;
  /**
   * `mayRun`: a process with the same pid runs. `ended`: the process has ended, or the lock has no
   * holder. `unknown`: the process cannot be checked from here, so only the renewals count.
   */
  readonly process: 'runs' | 'mayRun' | 'ended' | 'unknown';
  /** The time since the last renewal, by the clock of the disk. */
  readonly unrenewedMs: number;
  /** True if no run holds the lock: the next run would take it over. */
  readonly isStale: boolean;
}

/** Throws if the lock cannot be read, or if its folder is not writable. */
export function findLock(path: string): FoundLock | undefined {
  const found = readLock(path);
  if (found === undefined) {
    if (!exists(path)) return undefined;
    throw createRefusal(path, 'sheet', undefined, Date.now());
  }
  const holder = parseHolder(found.text);
  const process = holder === undefined ? 'ended' : findProcess(holder, heldLocks.has(path));
  const ageMs = Math.max(0, readDiskTimeMs(path) - found.renewedMs);
  const isSure = process !== 'runs' || holder?.startTicks !== undefined;
  return {
    path,
    holder,
    process: isSure ? process : 'mayRun',
    unrenewedMs: ageMs,
    // The run of a younger lock without a holder may still be writing it.
    isStale: isStale(path, found) && (holder !== undefined || ageMs > writingMs),
  };
}

/** Returns false if the lock is still there. */
export function removeStaleLock(path: string, now: () => number): boolean {
  removeStale(path, describeHolder(now), undefined);
  return !exists(path);
}

/**
 * In a folder that is not writable, a holder that cannot be checked from here counts as active,
 * because the age of its lock is unknown.
 */
export function isHeld(path: string): boolean {
  const found = readLock(path);
  try {
    return found !== undefined && !isStale(path, found);
  } catch {
    return true;
  }
}

export const renewalMs = 5_000;

/**
 * The time without a renewal after which a holder that cannot be checked from here counts as ended.
 * A holder that was paused for longer notices the loss of its lock before it sends anything more.
 */
export const maxUnrenewedMs = 60_000;

export class UnwritableLock extends OperatingError {}

interface LockContent {
  readonly text: string;
  /** The time of the last renewal, by the clock of the disk. */
  readonly renewedMs: number;
}

/**
 * Returns undefined if the file exists. With hard links, the file appears with its whole text. It
 * gets the permissions of `sheet`: everyone who may use the sheet must see the holder.
 */
export function createLock(path: string, text: string, sheet?: string): number | undefined {
  const draft = createDraftPath(path);
  try {
    const descriptor = createDirectly(draft, text, sheet);
    try {
      linkSync(draft, path);
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      if (readErrorCode(error) === 'EEXIST') return undefined;
      // The file system has no hard links, or another run has deleted the draft.
      return createDirectly(path, text, sheet);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return undefined;
    throw toLockError(path, error);
  }
}

/** Returns the path of the file with the rows that the holder of a lock is about to send. */
export function toClaimsPath(lock: string): string {
  return `${lock}.rows`;
}

// A lock that we did not create may be any kind of file: follow no link, and do not wait for a
// pipe. Windows has neither constant, and undefined counts as 0.
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export function readLock(path: string): LockContent | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, readFlags);
    return { text: readFileSync(descriptor, 'utf8'), renewedMs: fstatSync(descriptor).mtimeMs };
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Returns true also for a lock that cannot be read, such as a link without a target. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function hold(path: string, ownText: string, descriptor: number): Lock {
  heldLocks.set(path, ownText);
  // Runs that were killed while taking the lock leave drafts.
  removeDrafts([...findDrafts(path), ...findDrafts(toClaimPath(path))]);
  const renewal = setInterval(() => {
    try {
      // Writing renews the time by the clock of the disk. Our descriptor never refers to the lock
      // of another run.
      writeSync(descriptor, ownText, 0);
    } catch {
      // If another run takes the lock over because of this, `findLoss` reports it.
    }
  }, renewalMs).unref();
  return {
    findLoss() {
      return isStillOurs(path, ownText, descriptor) ? undefined : { code: 'lockLost', lock: path };
    },
    release() {
      clearInterval(renewal);
      closeSync(descriptor);
      removeLock(path, ownText);
      heldLocks.delete(path);
      return Promise.resolve();
    },
  };
}

function isStillOurs(path: string, ownText: string, descriptor: number): boolean {
  try {
    const found = readLock(path);
    // The lock cannot be read if this process has no free descriptor.
    return found === undefined
      ? isSameFile(statSync(path), fstatSync(descriptor))
      : found.text === ownText;
  } catch {
    return false;
  }
}

/** A person may have deleted our lock, and another run may have created a new lock. */
function removeLock(path: string, ownText: string): void {
  if (readLock(path)?.text === ownText) rmSync(path, { force: true });
}

/** Returns the path of the claim. Only the run that has created it may remove a stale lock. */
function toClaimPath(lock: string): string {
  return `${lock}.claim`;
}

/** While the claim exists, no other run removes the lock, so a new lock is never removed. */
function removeStale(path: string, ownText: string, sheet: string | undefined): void {
  const claim = toClaimPath(path);
  const other = readLock(claim);
  if (other !== undefined && isStale(claim, other)) rmSync(claim, { force: true });
  const claimed = createLock(claim, ownText, sheet);
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

function isStale(path: string, { text, renewedMs }: LockContent): boolean {
  const holder = parseHolder(text);
  if (holder === undefined) return true;
  const found = findProcess(holder, heldLocks.has(path));
  if (found !== 'unknown') return found === 'ended';
  // The difference is negative if the clock of the disk was set back.
  return Math.abs(readDiskTimeMs(path) - renewedMs) > maxUnrenewedMs;
}

function createRefusal(
  path: string,
  what: LockedFile,
  holder: Holder | undefined,
  nowMs: number,
): UsageError {
  if (holder === undefined) {
    return new (exists(path) ? OperatingError : SheetInUse)({ code: 'lockHeld', lock: path, what });
  }
  const { pid, host, since } = holder;
  const isUnknown = findProcess(holder, heldLocks.has(path)) === 'unknown';
  const ErrorClass = nowMs - Date.parse(since) > patienceMs ? OperatingError : SheetInUse;
  return new ErrorClass({
    code: 'lockHeld',
    lock: path,
    what,
    holder: { pid, host, since },
    freeAfterSeconds: isUnknown ? maxUnrenewedMs / 1_000 : undefined,
  });
}

export function assertFolderWritable(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw toLockError(path, error);
  }
}

function toLockError(path: string, error: unknown): OperatingError {
  const ErrorClass = permissionErrors.has(readErrorCode(error)) ? UnwritableLock : OperatingError;
  const fault = toFileFault(error, dirname(path));
  return new ErrorClass({ code: 'lockNotWritable', lock: path, fault });
}

const permissionErrors: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS']);

function createDirectly(path: string, text: string, sheet: string | undefined): number {
  const descriptor = openSync(path, 'wx+', sheet === undefined ? 0o644 : 0o600);
  try {
    if (sheet !== undefined) copyPermissions(descriptor, sheet);
    writeFileSync(descriptor, text);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    rmSync(path, { force: true });
    throw error;
  }
}

/** The disk may be on another machine. */
function readDiskTimeMs(path: string): number {
  const probe = createDraftPath(path);
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

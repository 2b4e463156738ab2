import { lstatSync } from 'node:fs';
import { OperatingError, SheetInUse, type UsageError } from '../errors.js';
import { type Holder, isVisible, unrenewedMs } from './holder.js';
import type { JournalMessages, LockedFile } from './journalMessages.js';

/** Nobody takes a lock for longer in silence: a run that hangs would keep every later one from it. */
const patienceMs = 24 * 3_600_000;

/**
 * The error for a lock that another run holds: one that it may release any moment is no news; one that
 * may stay is for somebody to see to.
 */
export function refusal(
  path: string,
  what: LockedFile,
  holder: Holder | undefined,
  nowMs: number,
): UsageError {
  const stays =
    holder === undefined ? isThere(path) : nowMs - Date.parse(holder.since) > patienceMs;
  const Kind = stays ? OperatingError : SheetInUse;
  return new Kind({ code: 'lockHeld', lock: path, what, ...whoHolds(holder) });
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function whoHolds(
  holder: Holder | undefined,
): Pick<JournalMessages['lockHeld'], 'holder' | 'freeAfterSeconds'> {
  if (holder === undefined) return {};
  const { pid, host, since } = holder;
  return {
    holder: { pid, host, since },
    ...(isVisible(holder) ? {} : { freeAfterSeconds: unrenewedMs / 1_000 }),
  };
}

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod/v4';
import { isAlive } from '../../../sheets/files/draft.js';

/** The content of a lock. Its holder renews it for as long as it lives. */
const holderSchema = z.object({
  pid: z.number(),
  host: z.string(),
  since: z.string(),
  /** Identifies this lock among all others. */
  id: z.string(),
  /** Identifies the running machine and the namespace of the pid: each container has its own pids. */
  machine: z.string().optional(),
});
/** The process that holds a lock, as its file says. */
export type Holder = z.infer<typeof holderSchema>;

/** How often a running holder renews its lock. */
export const renewalMs = 5_000;

/**
 * A holder that cannot be checked from here counts as ended if it has not renewed its lock for this
 * long. A paused holder notices that before it sends anything more.
 */
export const unrenewedMs = 60_000;

/** Identifies this process, in all of its locks. */
export const thisProcess: Omit<Holder, 'since' | 'id'> = {
  pid: process.pid,
  host: hostname(),
  machine: machineId(),
};

/** The content of a lock; undefined when it cannot be read. */
export function parseHolder(text: string | undefined): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

/**
 * Whether a process runs: `unknown` if its pid may mean another process here. `isOurs` is true for a
 * lock that this process holds; an earlier process has left any other lock with our pid.
 */
export function findProcess(holder: Holder, isOurs: boolean): 'runs' | 'ended' | 'unknown' {
  const { pid, host, machine } = holder;
  if (host !== thisProcess.host || machine !== thisProcess.machine) return 'unknown';
  if (pid === process.pid ? isOurs : isAlive(pid)) return 'runs';
  // Other machines may have the same name.
  return machine === undefined ? 'unknown' : 'ended';
}

/** Identifies a running machine and the namespace of its pids; undefined if it cannot be read (not on Linux). */
function machineId(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

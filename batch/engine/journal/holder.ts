import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod/v4';
import { isAlive } from '../../../sheets/files/draft.js';

/** The content of a lock. Its holder renews it until it ends. */
const holderSchema = z.object({
  pid: z.number(),
  host: z.string(),
  since: z.string(),
  /** Identifies this lock among all others. */
  id: z.string(),
  /**
   * Identifies the running machine and the namespace of the pid, because each container has its
   * own pids.
   */
  machine: z.string().optional(),
});
/** The process that holds a lock. */
export type Holder = z.infer<typeof holderSchema>;

/** The interval at which a holder renews its lock. */
export const renewalMs = 5_000;

/**
 * The time without a renewal after which a holder on another machine counts as ended. A paused
 * holder notices that before it sends anything more.
 */
export const unrenewedMs = 60_000;

/** Identifies this process in its locks. */
export const thisProcess: Omit<Holder, 'since' | 'id'> = {
  pid: process.pid,
  host: hostname(),
  machine: machineId(),
};

/** Parses the content of a lock; undefined if it is invalid. */
export function parseHolder(text: string | undefined): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

/**
 * Checks whether a process runs; `unknown` if its pid may belong to another process here. `isOurs`
 * is true for a lock of this process; an earlier process has left any other lock with our pid.
 */
export function findProcess(holder: Holder, isOurs: boolean): 'runs' | 'ended' | 'unknown' {
  const { pid, host, machine } = holder;
  if (host !== thisProcess.host || machine !== thisProcess.machine) return 'unknown';
  if (pid === process.pid ? isOurs : isAlive(pid)) return 'runs';
  // Several machines may have the same name.
  return machine === undefined ? 'unknown' : 'ended';
}

/** Returns an ID for the running machine and its pid namespace; undefined outside Linux. */
function machineId(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

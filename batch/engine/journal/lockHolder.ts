import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod/v4';
import { isAlive } from '../../../sheets/files/draft.js';

/** The content of a lock, which its process renews until it is released. */
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
  /** When the process started, in ticks since the machine started. The pid may be reused. */
  startTicks: z.string().optional(),
});
/** The process that holds a lock. */
export type Holder = z.infer<typeof holderSchema>;

/** Identifies this process in its locks. */
export const thisProcess: Omit<Holder, 'since' | 'id'> = {
  pid: process.pid,
  host: hostname(),
  machine: readMachineId(),
  startTicks: readStartTicks(process.pid),
};

/** Returns the text of a new lock of this process. */
export function describeHolder(now: () => number): string {
  return JSON.stringify({
    ...thisProcess,
    since: new Date(now()).toISOString(),
    id: randomUUID(),
  } satisfies Holder);
}

/** Parses the content of a lock; undefined if it is invalid. */
export function parseHolder(text: string | undefined): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

/**
 * Checks whether the process of a lock runs. Returns `unknown` for a process on another machine or
 * in another container, where its pid has another meaning; outside Linux, also for every process
 * that does not run here. `isOurs` is true for a lock of this process; an earlier process has left
 * any other lock with our pid.
 */
export function findProcess(holder: Holder, isOurs: boolean): 'runs' | 'ended' | 'unknown' {
  const { pid, host, machine } = holder;
  if (host !== thisProcess.host || machine !== thisProcess.machine) return 'unknown';
  if (pid === process.pid ? isOurs : isAlive(pid) && !isReused(holder)) return 'runs';
  // Several machines may have the same name.
  return machine === undefined ? 'unknown' : 'ended';
}

/** Returns true if the pid of a holder on this machine belongs to another process now. */
function isReused({ pid, startTicks: begun }: Holder): boolean {
  const now = readStartTicks(pid);
  // The process of another account may be hidden.
  return begun !== undefined && now !== undefined && now !== begun;
}

/**
 * Returns when a process started, in ticks since the start of the machine; undefined outside Linux.
 */
function readStartTicks(pid: number): string | undefined {
  try {
    // The first two fields are the pid and the name of the program, which is in parentheses and may
    // contain spaces. The time is field 22, so its index in `fields` is 19.
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return fields.split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Returns an ID for the running machine and its pid namespace; undefined outside Linux. */
function readMachineId(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

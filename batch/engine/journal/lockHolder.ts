import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod/v4';
import { isAlive } from '../../../sheets/files/draft.js';

const holderSchema = z.object({
  pid: z.number(),
  host: z.string(),
  since: z.string(),
  id: z.string(),
  /** Contains the pid namespace, too, because each container has its own pids. */
  machine: z.string().optional(),
  /** The start of the process, in ticks since the machine started; a pid may be reused. */
  startTicks: z.string().optional(),
});
export type Holder = z.infer<typeof holderSchema>;

export const thisProcess: Omit<Holder, 'since' | 'id'> = {
  pid: process.pid,
  host: hostname(),
  machine: readMachineId(),
  startTicks: readStartTicks(process.pid),
};

export function describeHolder(now: () => number): string {
  return JSON.stringify({
    ...thisProcess,
    since: new Date(now()).toISOString(),
    id: randomUUID(),
  } satisfies Holder);
}

export function parseHolder(text: string | undefined): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

/**
 * Returns `unknown` for a process on another machine or in another container. `isOurs` is true for
 * a lock of this process: an earlier process left any other lock with our pid.
 */
export function findProcess(holder: Holder, isOurs: boolean): 'runs' | 'ended' | 'unknown' {
  const { pid, host, machine } = holder;
  if (host !== thisProcess.host || machine !== thisProcess.machine) return 'unknown';
  if (pid === process.pid ? isOurs : isAlive(pid) && !isReused(holder)) return 'runs';
  // Several machines may have the same name.
  return machine === undefined ? 'unknown' : 'ended';
}

function isReused({ pid, startTicks: begun }: Holder): boolean {
  const now = readStartTicks(pid);
  // The process of another account may be hidden.
  return begun !== undefined && now !== undefined && now !== begun;
}

/** Returns undefined outside Linux. */
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

/** Returns undefined outside Linux. */
function readMachineId(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

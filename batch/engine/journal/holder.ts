import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod/v4';

/** Who holds a lock. The holder renews it for as long as it lives. */
const holderSchema = z.object({
  pid: z.number(),
  host: z.string(),
  since: z.string(),
  /** Identifies this lock among all others. */
  id: z.string(),
  /** The boot of the machine and the namespace of the pid: containers have pids of their own. */
  boot: z.string().optional(),
  pids: z.string().optional(),
  /** When the process started, in the kernel's ticks, since a pid can be reused. */
  started: z.string().optional(),
});
/** The process that holds a lock, as its file says. */
export type Holder = z.infer<typeof holderSchema>;

/** How often a running holder renews its lock. */
export const renewalMs = 5_000;

/**
 * A holder that cannot be checked from here counts as ended if it has not renewed its lock for this
 * long. One that was only paused notices before it sends anything more.
 */
export const unrenewedMs = 60_000;

/** What identifies this process, the same for all its locks. */
export const thisProcess: Omit<Holder, 'since' | 'id'> = {
  pid: process.pid,
  host: hostname(),
  ...onLinux(),
};

/** The content of a lock; undefined when it cannot be read. */
export function parseHolder(text: string | undefined): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

/** True for a holder whose process can be looked up from here, by its pid. */
export function isVisible(holder: Holder): boolean {
  const { host, boot, pids } = thisProcess;
  return holder.host === host && holder.boot === boot && holder.pids === pids;
}

/**
 * True if the holder of a lock has certainly ended, or must be taken to have. A process of this
 * machine and container is looked up. Any other is judged by the age of its lock. `ageMs` is by the
 * clock of the lock's own disk; a clock that was set since the last renewal makes it negative, too.
 */
export function hasEnded(holder: Holder, ageMs: number): boolean {
  if (isVisible(holder)) return !isAlive(holder);
  return Math.abs(ageMs) > unrenewedMs;
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const found = thisProcess.started === undefined ? undefined : statOf(String(pid));
  // The process may be hidden from us: then only its pid can be checked.
  if (found === undefined) return true;
  return found.state !== 'Z' && (started === undefined || found.started === started);
}

function onLinux(): Pick<Holder, 'boot' | 'pids' | 'started'> {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const pids = readlinkSync('/proc/self/ns/pid');
    // In a container that has its host's /proc, pids there mean other processes.
    const started = readlinkSync('/proc/self') === String(process.pid) && statOf('self')?.started;
    return { boot, pids, ...(typeof started === 'string' ? { started } : {}) };
  } catch {
    return {};
  }
}

/** A process's state and start; undefined when it cannot be read. See proc(5), stat. */
function statOf(pid: string): { state: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is a name in parentheses, which may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = ''] = fields;
    return { state, started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

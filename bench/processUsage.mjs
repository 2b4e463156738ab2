// Reads the processor time and the memory of other processes from /proc.
import { readFile } from 'node:fs/promises';

/** Returns the processor time of all threads of a process. */
export async function readCpuSeconds(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Fields 14 and 15 of the file, `utime` and `stime`, in clock ticks.
  const [user, system] = stat
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const ticksPerSecond = 100;
  return (user + system) / ticksPerSecond;
}

/** Returns the peak memory of a process, or 0 if the process has ended. */
export async function readPeakMegabytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes = 0] = /^VmHWM:\s+(\d+)/m.exec(status) ?? [];
  return kilobytes / 1024;
}

import { readFile } from 'node:fs/promises';

export async function readCpuSeconds(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Fields 14 and 15, `utime` and `stime`, in clock ticks.
  const [user, system] = stat
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const ticksPerSecond = 100;
  return (user + system) / ticksPerSecond;
}

/** Returns 0 for a process that has ended. */
export async function readPeakMegabytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes = 0] = /^VmHWM:\s+(\d+)/m.exec(status) ?? [];
  return kilobytes / 1024;
}

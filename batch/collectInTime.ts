import { performance } from 'node:perf_hooks';
import { setFlagsFromString, getHeapStatistics } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookEveryMs = 250;
/** The share of the time that a thread works which has nothing to do but timers and a poll. */
const idleShare = 0.1;
/** It is not worth while for less. */
const worthBytes = 16 * 1024 * 1024;
/** The heap of a busy thread may also grow by this share of what was in use. */
const busyShare = 0.1;

/**
 * Collects in this thread what is not in use any more, where V8 is late for a process of several threads. It
 * collects when new objects need the room: a thread that has run a large sheet and waits for the next one makes
 * none, and would keep the sheet. And while it marks what is in use, a busy thread goes on making objects: with
 * 100,000 rows, 60 MB of them. To be called once in a thread; it does not keep the thread alive.
 */
export function collectInTime(): void {
  let collect: (() => void) | undefined;
  let seen = performance.eventLoopUtilization();
  // The least that was in use since the thread was idle, and since the last collection.
  let [idleBytes, keptBytes] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    const isIdle = utilization <= idleShare;
    const usedBytes = getHeapStatistics().used_heap_size;
    idleBytes = Math.min(idleBytes, usedBytes);
    keptBytes = Math.min(keptBytes, usedBytes);
    const enough = isIdle ? idleBytes : keptBytes * (1 + busyShare);
    if (usedBytes < enough + worthBytes) return;
    collect ??= collector();
    collect();
    keptBytes = getHeapStatistics().used_heap_size;
    if (isIdle) idleBytes = keptBytes;
  }, lookEveryMs).unref();
}

/** Node has a collector for programs only behind a flag. This kind also gives back the pages that it empties. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  return () => {
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  };
}

import { setFlagsFromString, getHeapStatistics } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookEveryMs = 1_000;
/** The share of the time that a thread works which has nothing to do but timers and a poll. */
const idleShare = 0.1;
/** It is not worth while for less. */
const worthBytes = 16 * 1024 * 1024;

/**
 * Gives memory back once this thread has nothing to do. V8 collects what is not in use any more when new
 * objects need the room: a thread that has run a large sheet and waits for the next one makes none, and would
 * keep the sheet. To be called once in a thread; it does not keep the thread alive.
 */
export function collectWhenIdle(): void {
  let collect: (() => void) | undefined;
  let seen = performance.eventLoopUtilization();
  let keptBytes = Number.POSITIVE_INFINITY;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    keptBytes = Math.min(keptBytes, getHeapStatistics().used_heap_size);
    if (utilization > idleShare) return;
    if (getHeapStatistics().used_heap_size < keptBytes + worthBytes) return;
    collect ??= collector();
    collect();
    keptBytes = getHeapStatistics().used_heap_size;
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

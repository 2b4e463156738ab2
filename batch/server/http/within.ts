import { setTimeout as delay } from 'node:timers/promises';

/** How long a person waits for an answer before the page shows that work is under way. */
const patienceMs = 2_000;

/** Waits for a promise, but at most for this time. */
export async function waitAtMost(ended: Promise<void>, ms = patienceMs): Promise<void> {
  const stop = new AbortController();
  const wait = delay(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  await Promise.race([ended, wait]);
  stop.abort();
}

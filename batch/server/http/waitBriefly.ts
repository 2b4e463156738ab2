import { setTimeout as delay } from 'node:timers/promises';

/** How long a person waits for an answer before the page shows that work is under way. */
const patienceMs = 2_000;

/** Waits until work has ended, but at most {@link patienceMs}. Does not stop the work. */
export async function waitBriefly(work: Promise<void>): Promise<void> {
  const stop = new AbortController();
  const wait = delay(patienceMs, undefined, { signal: stop.signal }).catch(() => undefined);
  await Promise.race([work, wait]);
  stop.abort();
}

import { setTimeout as delay } from 'node:timers/promises';

/** A person waits this long for an answer before the page shows that something is under way. */
const patienceMs = 2_000;

/** Waits until something has ended, but not for long. */
export async function within(ended: Promise<void>, ms = patienceMs): Promise<void> {
  const stop = new AbortController();
  const wait = delay(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  await Promise.race([ended, wait]);
  stop.abort();
}

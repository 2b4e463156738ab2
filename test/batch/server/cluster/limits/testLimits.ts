import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { systemTiming } from '../../../../../batch/http/timing.js';
import { openStore } from '../../../../../batch/server/db/open.js';
import { SharedLimiter } from '../../../../../batch/server/cluster/limits/sharedLimiter.js';
import {
  type LimitSettings,
  renewLease,
  upsertLimits,
} from '../../../../../batch/server/cluster/limits/sharedLimits.js';
import { testFolder } from '../../../testFolder.js';
import { type Senders, type SenderOptions, prepareSenders } from './senders.js';

/** Creates the limiter of a process, and closes it after the test. */
export async function testLimiter(url: string, limits: LimitSettings = {}): Promise<SharedLimiter> {
  const store = await openStore(url, testFolder(), { connections: 2 });
  await upsertLimits(store, limits);
  const holder = randomUUID();
  const limiter = new SharedLimiter({
    renew: (inUse) => renewLease(store, holder, inUse),
    timing: { now: () => performance.now(), sleep: systemTiming.sleep },
  });
  onTestFinished(async () => {
    await limiter.close();
    await store.close();
  });
  return limiter;
}

/** Prepares sending processes with the same options. Kills them after the test. */
export async function testSenders(
  options: Omit<SenderOptions, 'name'>,
): Promise<Omit<Senders, 'start'> & { start(name: string): ReturnType<Senders['start']> }> {
  const senders = await prepareSenders(process.cwd());
  onTestFinished(() => senders.close());
  return { ...senders, start: (name) => senders.start({ ...options, name }) };
}

// A process that sends as fast as the shared limits allow.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createLimiterOptions } from '../../../../../batch/engine/run/limiter.js';
import { openStore } from '../../../../../batch/server/db/open.js';
import { SharedLimiter } from '../../../../../batch/server/cluster/limits/sharedLimiter.js';
import {
  renewLease,
  upsertLimits,
} from '../../../../../batch/server/cluster/limits/sharedLimits.js';
import { systemTiming } from '../../../../../batch/http/timing.js';
import { HttpTransport } from '../../../../../batch/http/transport.js';
import type { SenderOptions } from './senders.js';

const options = JSON.parse(process.argv[2] ?? '{}') as SenderOptions;
const { database, service, name, atOnce, intentMs = 0, requests = Infinity } = options;
const store = await openStore(database, undefined, { connections: 2 });
await upsertLimits(store, { perSecond: options.rate, concurrency: options.concurrency });
const holder = randomUUID();
const limiter = new SharedLimiter({
  renew: (inUse) => renewLease(store, holder, inUse),
  timing: { now: () => performance.now(), sleep: systemTiming.sleep },
});
const { wrapTransport, onExchange } = createLimiterOptions(limiter);
const http = new HttpTransport({ token: 'token', connections: atOnce, onExchange });
const transport = wrapTransport(http);
let isStopped = false;
let started = 0;
let answered = 0;

// The same steps as in a run: a slot, the intent, then the request.
async function sendRepeatedly(): Promise<void> {
  while (!isStopped && started++ < requests) {
    await limiter.waitForSlot();
    const exchange = await limiter.runRow(async () => {
      await delay(intentMs);
      return transport.post({ url: service, body: name });
    });
    if (exchange.delivery === 'answered') answered++;
  }
}

const stopped = once(process, 'message').then(() => {
  isStopped = true;
});
process.send?.('ready');
await Promise.all([stopped, ...Array.from({ length: atOnce }, sendRepeatedly)]);
await limiter.close();
await http.close();
await store.close();
process.send?.({ answered });
process.disconnect();

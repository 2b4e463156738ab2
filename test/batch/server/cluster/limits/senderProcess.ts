// A process that sends as fast as the shared limits let it, to be stopped, frozen or killed.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { limitedBy } from '../../../../../batch/engine/run/limiter.js';
import { openStore } from '../../../../../batch/server/db/open.js';
import { agreeOnLimits } from '../../../../../batch/server/cluster/limits/agreeOnLimits.js';
import { SharedLimiter } from '../../../../../batch/server/cluster/limits/sharedLimiter.js';
import { renewShare } from '../../../../../batch/server/cluster/limits/shares.js';
import { systemTiming } from '../../../../../batch/http/timing.js';
import { HttpTransport } from '../../../../../batch/http/transport.js';
import type { SenderOptions } from './senders.js';

const options = JSON.parse(process.argv[2] ?? '{}') as SenderOptions;
const { database, service, name, atOnce, intentMs = 0 } = options;
const store = await openStore(database, undefined, { connections: 2 });
const { concurrency } = await agreeOnLimits(store, {
  perSecond: options.rate,
  burst: options.burst,
  concurrency: options.concurrency,
});
const id = randomUUID();
const limiter = new SharedLimiter({
  concurrency,
  renew: (usage) => renewShare(store, id, usage),
  timing: { now: () => performance.now(), sleep: systemTiming.sleep },
});
const { limited, onExchange } = limitedBy(limiter);
const http = new HttpTransport({ token: 'token', connections: atOnce, onExchange });
const transport = limited(http);
let isStopped = false;
let answered = 0;

// As rows do it: a permit, then the intent, then the request.
async function sendAgainAndAgain(): Promise<void> {
  while (!isStopped) {
    const permit = await transport.acquire?.();
    await delay(intentMs);
    const sentMs = performance.timeOrigin + performance.now();
    const exchange = await permit?.post({ url: service, body: `${name} ${sentMs}` });
    if (exchange?.delivery === 'answered') answered++;
  }
}

process.on('message', () => {
  isStopped = true;
});
process.send?.('ready');
await Promise.all(Array.from({ length: atOnce }, sendAgainAndAgain));
await limiter.close();
await http.close();
await store.close();
process.send?.({ answered });
process.disconnect();

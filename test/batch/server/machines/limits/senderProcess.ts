// A process that sends as fast as the shared limits let it, to be stopped, frozen or killed.
import { setTimeout as delay } from 'node:timers/promises';
import { limitedBy } from '../../../../../batch/engine/run/limiter.js';
import { sharedLimits } from '../../../../../batch/server/machines/limits/sharedLimits.js';
import { systemTiming } from '../../../../../batch/http/timing.js';
import { HttpTransport } from '../../../../../batch/http/transport.js';
import type { SenderOptions } from './senders.js';

const options = JSON.parse(process.argv[2] ?? '{}') as SenderOptions;
const { database, service, name, atOnce, intentMs = 0 } = options;
const limits = await sharedLimits({
  url: database,
  rate: options.rate,
  burst: options.burst,
  concurrency: options.concurrency,
  sleep: systemTiming.sleep,
});
const { limited, onExchange } = limitedBy(limits.limiter);
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
await limits.close();
await http.close();
process.send?.({ answered });
process.disconnect();

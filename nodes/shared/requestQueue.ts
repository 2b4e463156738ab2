import type { RequestQueue } from '../../batch/engine/run/localLimiter.js';

// Not p-limit: a package that n8n verifies has no dependencies.
/** Limits the number of simultaneous requests, which can be changed. The others wait in order. */
export function requestQueue(concurrency: number): RequestQueue {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  const beginNext = () => {
    while (underWay < queue.concurrency) {
      const begin = waiting.shift();
      if (begin === undefined) return;
      underWay++;
      begin();
    }
  };
  const run = async <T>(request: () => Promise<T>): Promise<T> => {
    if (underWay < queue.concurrency) underWay++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await request();
    } finally {
      underWay--;
      beginNext();
    }
  };
  const queue = Object.assign(run, { concurrency });
  return queue;
}

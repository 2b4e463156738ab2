/** Runs requests up to a concurrency that can be changed; the others wait in order. */
export interface RequestQueue {
  concurrency: number;
  <T>(send: () => Promise<T>): Promise<T>;
}

// We do not use p-limit, because a package that n8n verifies has no dependencies.
/** Creates a queue. */
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

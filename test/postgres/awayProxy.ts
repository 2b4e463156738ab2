import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** The way to a database, which can be cut. */
export interface AwayProxy {
  /** The URL of the database by this way. */
  readonly url: string;
  readonly leave: () => Promise<void>;
  readonly comeBack: () => Promise<void>;
}

/** A way to a database that is away as soon as a client sends `awayAt`, or when told so. */
export async function awayProxyOfTest(database: string, awayAt?: string): Promise<AwayProxy> {
  const { port } = new URL(database);
  const proxy = new Worker(new URL('./awayProxy.mjs', import.meta.url), {
    workerData: { port: Number(port), awayAt },
  });
  onTestFinished(async () => {
    await proxy.terminate();
  });
  const [own] = (await once(proxy, 'message')) as [number];
  const tell = async (what: 'away' | 'back') => {
    const told = once(proxy, 'message');
    proxy.postMessage(what);
    await told;
  };
  return {
    url: database.replace(`:${port}/`, `:${own}/`),
    leave: () => tell('away'),
    comeBack: () => tell('back'),
  };
}

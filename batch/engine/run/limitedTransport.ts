import type { CancelSignal, Exchange, Permit, Post, Transport } from '../../../src/transport.js';
import type { RequestLimiter } from './limiter.js';

/**
 * A transport in which every request takes a permit, only until its answer: writing to the disk
 * before it, and waiting before a retry, delay no other request. A request that still waits for its
 * permit when its signal is aborted is not sent, and this is known at once: after Ctrl+C twice,
 * only rows that were sent need resolving.
 */
export function limitedTransport(transport: Transport, limiter: RequestLimiter): Transport {
  const queue = new Queue();
  const post = (request: Post) => postWithPermit(request, transport, limiter, queue);
  if (limiter.acquire === undefined) return { post };
  return { post, acquire: (signal) => permitAhead(transport, limiter, signal) };
}

/** Options that make a transport use the limiter, which also learns from its exchanges. */
export function limitedBy(limiter: RequestLimiter): {
  readonly limited: (transport: Transport) => Transport;
  readonly onExchange: (exchange: Exchange, durationMs: number) => void;
} {
  return {
    limited: (transport) => limitedTransport(transport, limiter),
    onExchange: (exchange, durationMs) => {
      limiter.observe(exchange, durationMs);
    },
  };
}

/** What takes the requests that wait out of the queue, by their signal: one listener serves all. */
class Queue {
  readonly #bySignal = new WeakMap<AbortSignal, Set<() => void>>();

  findCancels(signal: CancelSignal | undefined): Set<() => void> | undefined {
    if (!(signal instanceof AbortSignal)) return undefined;
    const known = this.#bySignal.get(signal);
    if (known !== undefined) return known;
    const cancels = new Set<() => void>();
    this.#bySignal.set(signal, cancels);
    signal.addEventListener('abort', () => {
      for (const cancel of cancels) cancel();
    });
    return cancels;
  }
}

const cancelled: Exchange = { delivery: 'not_sent', reason: 'cancelled' };

function postWithPermit(
  request: Post,
  transport: Transport,
  limiter: RequestLimiter,
  queue: Queue,
): Promise<Exchange> {
  const { signal } = request;
  const cancels = queue.findCancels(signal);
  return new Promise((resolve, reject) => {
    const cancel = () => {
      resolve(cancelled);
    };
    cancels?.add(cancel);
    const send = () => {
      cancels?.delete(cancel);
      return sendUnlessCancelled(request, transport, limiter, resolve);
    };
    limiter.run(send, signal).catch(reject);
  });
}

/** A permit that is there before the intent of its request is written. */
async function permitAhead(
  transport: Transport,
  limiter: RequestLimiter,
  signal: CancelSignal | undefined,
): Promise<Permit | undefined> {
  const permit = await limiter.acquire?.(signal);
  if (permit === undefined) return undefined;
  return {
    post: (request) =>
      new Promise((resolve, reject) => {
        const send = () => sendUnlessCancelled(request, transport, limiter, resolve);
        permit.run(send).catch(reject);
      }),
    release: () => {
      permit.release();
    },
  };
}

async function sendUnlessCancelled(
  request: Post,
  transport: Transport,
  limiter: RequestLimiter,
  resolve: (exchange: Exchange) => void,
): Promise<void> {
  if (request.signal?.aborted === true) {
    resolve(cancelled);
    return;
  }
  resolve(await transport.post(request));
  // An answer may stop the run, and does so before the permit goes to the next request.
  await limiter.promisesSettled();
}

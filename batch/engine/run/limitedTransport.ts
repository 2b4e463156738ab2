import type { CancelSignal, Exchange, Permit, Post, Transport } from '../../../src/transport.js';
import type { RequestLimiter } from './limiter.js';

/**
 * Returns a transport in which each request holds a permit only until its answer: disk writes
 * before it and waits before a retry delay no other request. If the signal is aborted while a
 * request waits for its permit, the request is not sent and fails at once, so after Ctrl+C twice
 * only rows that were sent need to be resolved.
 */
export function limitedTransport(transport: Transport, limiter: RequestLimiter): Transport {
  const queue = new Queue();
  const post = (request: Post) => postWithPermit(request, transport, limiter, queue);
  if (limiter.acquire === undefined) return { post };
  return { post, acquire: (signal) => permitAhead(transport, limiter, signal) };
}

/** Returns options that make a transport use the limiter, which also adapts to its exchanges. */
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

/** Removes waiting requests from the queue by their signal; one listener per signal serves all of them. */
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

/** Returns a permit that was acquired before the intent of its request was written. */
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
  // The answer may stop the run; it must do so before the permit goes to the next request.
  await limiter.promisesSettled();
}

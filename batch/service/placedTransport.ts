import type { Exchange, Post, Transport } from '../../src/transport.js';
import type { Slots } from '../run/slots.js';

/**
 * A transport whose every request takes a place, for no longer than until its answer: what is
 * written to the disk before it, and the wait before a retry, hold up no other request. A request
 * that still waits for its place when its signal comes is not sent, and that is known at once: who
 * presses Ctrl+C twice has no more rows to settle than were sent.
 */
export function inPlaces(transport: Transport, slots: Slots): Transport {
  return { post: (request) => inPlace(request, transport, slots) };
}

const cancelled: Exchange = { delivery: 'not_sent', reason: 'cancelled' };

function inPlace(request: Post, transport: Transport, slots: Slots): Promise<Exchange> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const cancel = () => {
      resolve(cancelled);
    };
    if (signal instanceof AbortSignal) signal.addEventListener('abort', cancel);
    const send = async () => {
      if (signal instanceof AbortSignal) signal.removeEventListener('abort', cancel);
      if (signal?.aborted === true) {
        resolve(cancelled);
        return;
      }
      resolve(await transport.post(request));
      // An answer may stop the run, and does so before the place goes to the next request.
      await promisesSettled();
    };
    slots.run(send, signal).catch(reject);
  });
}

/** Resolves when everything has been done that only awaited what is settled by now. */
function promisesSettled(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}

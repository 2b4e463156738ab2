import type { Exchange, Transport } from '../../src/transport.js';
import type { Slots } from '../run/slots.js';

const cancelled = Promise.resolve<Exchange>({ delivery: 'not_sent', reason: 'cancelled' });

/**
 * A transport whose every request takes a place, for no longer than until its answer: what is
 * written to the disk before it, and the wait before a retry, hold up no other request. A request
 * that still waits for its place when its signal comes is not sent.
 */
export function inPlaces(transport: Transport, slots: Slots): Transport {
  return {
    post: (request) =>
      slots.run(
        () => (request.signal?.aborted === true ? cancelled : transport.post(request)),
        request.signal,
      ),
  };
}

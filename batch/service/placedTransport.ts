import type { Transport } from '../../src/transport.js';
import type { Slots } from '../run/slots.js';

/**
 * A transport whose every request takes a place, for no longer than until its answer: what is
 * written to the disk before it, and the wait before a retry, hold up no other request. A request
 * that still waits for its place when its signal comes is not sent.
 */
export function inPlaces(transport: Transport, slots: Slots): Transport {
  return {
    post: (request) =>
      slots.run(async () => {
        if (request.signal?.aborted === true) return { delivery: 'not_sent', reason: 'cancelled' };
        return transport.post(request);
      }, request.signal),
  };
}

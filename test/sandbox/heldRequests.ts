import type { StartTimer } from '../../batch/http/transport.js';
import type { HeldRequest } from '../../sandbox/service.js';

interface Waiting {
  readonly operation: string;
  readonly body: string;
  readonly onHeld: () => void;
}

/**
 * The requests that a sandbox keeps waiting. The client gives up exactly when its request is held,
 * so no other request can time out, however busy the machine is.
 */
export class HeldRequests {
  readonly #waiting = new Set<Waiting>();

  /** The callback of the sandbox for each held request. */
  readonly onHeld = ({ operation, body }: HeldRequest): void => {
    for (const waiting of this.#waiting) {
      if (waiting.operation !== operation || waiting.body !== body) continue;
      this.#waiting.delete(waiting);
      waiting.onHeld();
      return;
    }
  };

  /** Calls back when such a request is held. Returns a function that stops this. */
  once(operation: string, body: string, onHeld: () => void): () => void {
    const waiting = { operation, body, onHeld };
    this.#waiting.add(waiting);
    return () => this.#waiting.delete(waiting);
  }

  /** A timer that only expires when the sandbox holds the request. */
  readonly startTimer: StartTimer = (end, _timeoutMs, { url, body }) =>
    this.once(url.split('/').at(-1) ?? '', body, end);
}

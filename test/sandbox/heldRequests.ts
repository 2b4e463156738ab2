import type { StartTimer } from '../../batch/http/transport.js';
import type { HeldRequest } from '../../sandbox/service.js';

/** A callback for a request with this body. */
interface Listener {
  readonly operation: string;
  readonly body: string;
  readonly onHeld: () => void;
}

/**
 * Notifies a client when the sandbox holds its request. The client gives up exactly then, so no other
 * request can time out, however busy the machine is.
 */
export class HeldRequests {
  readonly #listeners = new Set<Listener>();

  /** The sandbox calls this for each request that it holds. */
  readonly onHeld = ({ operation, body }: HeldRequest): void => {
    for (const listener of this.#listeners) {
      if (listener.operation !== operation || listener.body !== body) continue;
      this.#listeners.delete(listener);
      listener.onHeld();
      return;
    }
  };

  /** Calls `onHeld` once, when a request with this body is held. Returns a function that removes the callback. */
  once(operation: string, body: string, onHeld: () => void): () => void {
    const listener = { operation, body, onHeld };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A timer that expires only when the sandbox holds the request. */
  readonly startTimer: StartTimer = (end, _timeoutMs, { url, body }) =>
    this.once(url.split('/').at(-1) ?? '', body, end);
}

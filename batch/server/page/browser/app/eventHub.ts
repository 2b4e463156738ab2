import type { EventTopic, ServerEvent } from '../../../contract/shapes.js';

export interface Follower {
  onEvent(event: ServerEvent): void;
  /** `isLost` is false each time the connection opens, and true if it is lost or cannot be opened. */
  onConnection(isLost: boolean): void;
}

const eventTypes = ['sheets', 'sheet', 'rows', 'deleted'];
/** The pause doubles with each failure, up to `maxPauseMs`. */
const firstPauseMs = 1000;
const maxPauseMs = 15_000;

/**
 * All followers share one stream: a browser opens only six connections to a server. Because a stream begins with the
 * current state, each new follower needs a new stream.
 */
export class EventHub {
  readonly #followers = new Map<Follower, EventTopic>();
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = firstPauseMs;
  #isLost = false;

  follow(topic: EventTopic, follower: Follower): () => void {
    this.#followers.set(follower, topic);
    this.#openIn(0);
    return () => {
      this.#leave(follower);
    };
  }

  /** Call this when the network is back. */
  reconnect(): void {
    if (this.#isLost) this.#openIn(0);
  }

  #openIn(ms: number): void {
    this.#close();
    this.#timer = setTimeout(() => {
      this.#open();
    }, ms);
  }

  #open(): void {
    const topics = [...new Set(this.#followers.values())].map(encodeURIComponent);
    const source = new EventSource(`/api/events?sheet=${topics.join(',')}`);
    this.#source = source;
    source.onopen = () => {
      this.#pauseMs = firstPauseMs;
      this.#reportConnection(false);
    };
    // A browser does not reconnect by itself after the server has answered with an error.
    source.onerror = () => {
      this.#openIn(this.#pauseMs);
      this.#pauseMs = Math.min(this.#pauseMs * 2, maxPauseMs);
      this.#reportConnection(true);
    };
    for (const type of eventTypes) source.addEventListener(type, this.#receive);
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  readonly #receive = (message: Event): void => {
    const event = JSON.parse(String((message as MessageEvent).data)) as ServerEvent;
    const eventTopic = findTopic(event);
    for (const [follower, topic] of this.#followers) {
      if (topic !== eventTopic) continue;
      follower.onEvent(event);
      // The sheet has no more events. The server ends a stream that has no other topic.
      if (event.type === 'deleted') this.#leave(follower);
    }
  };

  #leave(follower: Follower): void {
    this.#followers.delete(follower);
    if (this.#followers.size === 0) this.#close();
  }

  #reportConnection(isLost: boolean): void {
    this.#isLost = isLost;
    for (const follower of this.#followers.keys()) follower.onConnection(isLost);
  }
}

function findTopic(event: ServerEvent): EventTopic {
  if (event.type === 'sheets') return 'all';
  return event.type === 'sheet' ? event.sheet.id : event.sheet;
}

import type { EventTopic, ServerEvent } from '../../../contract/shapes.js';

/** A screen that follows a topic. */
export interface Follower {
  onEvent(event: ServerEvent): void;
  /** Called with false each time the connection opens, and with true if it is lost or cannot be opened. */
  onConnection(isLost: boolean): void;
}

const eventTypes = ['sheets', 'sheet', 'rows', 'deleted'];
/** The pause before the first attempt to reconnect. It doubles with each failure, up to `maxPauseMs`. */
const firstPauseMs = 1000;
const maxPauseMs = 15_000;

/**
 * Passes the server's events to the followers of their topics. All followers share one stream: a browser opens only six
 * connections to a server, so further tabs would wait for ever. Because a stream begins with the current state, the hub
 * opens a new stream for each new follower.
 */
export class EventHub {
  readonly #followers = new Map<Follower, EventTopic>();
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = firstPauseMs;
  #isLost = false;

  /** Adds the follower of a topic. Returns a function that removes it. */
  follow(topic: EventTopic, follower: Follower): () => void {
    this.#followers.set(follower, topic);
    this.#openIn(0);
    return () => {
      this.#leave(follower);
    };
  }

  /** Reconnects at once if the connection is lost. A tab calls this when the network is back. */
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

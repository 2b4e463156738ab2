import type { EventTopic, ServerEvent } from '../../../contract/shapes.js';

/** A screen that follows a topic. */
export interface Follower {
  hear(event: ServerEvent): void;
  /** Called when the connection is lost, and when it is back. */
  cut(isCut: boolean): void;
}

const kinds = ['sheets', 'sheet', 'rows', 'deleted'];
const firstPauseMs = 1000;
const longestPauseMs = 15_000;

/**
 * Gives all followers the server's events by one stream: a browser opens only six connections to a server, and
 * further tabs would wait for ever. The whole state comes first in each stream, so it is opened again after it was
 * lost, and for each new follower.
 */
export class EventHub {
  readonly #followers = new Map<Follower, EventTopic>();
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = firstPauseMs;
  #isCut = false;

  /** Follows a topic until the function that it returns is called. */
  follow(topic: EventTopic, follower: Follower): () => void {
    this.#followers.set(follower, topic);
    this.#openIn(0);
    return () => {
      this.#leave(follower);
    };
  }

  /** Connects at once where the connection is lost: the network is back. */
  hurry(): void {
    if (this.#isCut) this.#openIn(0);
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
      this.#tellCut(false);
    };
    // A browser does not go on by itself after an answer that was an error.
    source.onerror = () => {
      this.#openIn(this.#pauseMs);
      this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
      this.#tellCut(true);
    };
    for (const kind of kinds) source.addEventListener(kind, this.#receive);
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  readonly #receive = (message: Event): void => {
    const event = JSON.parse(String((message as MessageEvent).data)) as ServerEvent;
    const about = findTopic(event);
    for (const [follower, topic] of this.#followers) {
      if (topic !== about) continue;
      follower.hear(event);
      // It has no more events. The server ends a stream that has no other topic.
      if (event.type === 'deleted') this.#leave(follower);
    }
  };

  #leave(follower: Follower): void {
    this.#followers.delete(follower);
    if (this.#followers.size === 0) this.#close();
  }

  #tellCut(isCut: boolean): void {
    this.#isCut = isCut;
    for (const follower of this.#followers.keys()) follower.cut(isCut);
  }
}

function findTopic(event: ServerEvent): EventTopic {
  if (event.type === 'sheets') return 'all';
  return event.type === 'sheet' ? event.sheet.id : event.sheet;
}

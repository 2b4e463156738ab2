import type { EventTopic } from '../contract/shapes.js';
import { type FeedListener, type FeedServices, followEvents } from './eventFeed.js';

/** A stream with more queued events is closed; the page then connects again and gets the whole state. */
const maxQueued = 200;

export class EventStream implements FeedListener {
  readonly body: ReadableStream<Uint8Array>;
  readonly request: Request;
  readonly #onEnd: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly #feeds = new Map<EventTopic, () => void>();

  constructor(
    services: FeedServices,
    topics: ReadonlySet<EventTopic>,
    request: Request,
    onEnd: () => void = () => undefined,
  ) {
    this.request = request;
    this.#onEnd = onEnd;
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
        for (const topic of topics) this.#feeds.set(topic, followEvents(services, topic, this));
      },
      cancel: () => {
        this.#end();
      },
    });
  }

  send(chunk: Uint8Array): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    if ((controller.desiredSize ?? 0) < -maxQueued) this.close();
    else controller.enqueue(chunk);
  }

  close(): void {
    const controller = this.#controller;
    this.#end();
    controller?.close();
  }

  leave(topic: EventTopic): void {
    this.#feeds.get(topic)?.();
    this.#feeds.delete(topic);
    if (this.#feeds.size === 0) this.close();
  }

  #end(): void {
    if (this.#controller === undefined) return;
    this.#controller = undefined;
    for (const leave of this.#feeds.values()) leave();
    this.#onEnd();
  }
}

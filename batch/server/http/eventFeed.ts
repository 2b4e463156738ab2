import { setTimeout as delay } from 'node:timers/promises';
import type { Change, Changes } from '../changes.js';
import { readRowsByNumber } from '../results/rowPages.js';
import { maxRowsPerEvent } from '../contract/fieldBounds.js';
import { OutageLog } from '../outageLog.js';
import type { Services } from '../services.js';
import type { EventTopic, ServerEvent } from '../contract/shapes.js';
import { findShownSheet, listShownSheets } from '../sheets/shownSheet.js';

export type FeedServices = Pick<Services, 'store' | 'access' | 'changes'>;

/** A run makes many changes in a second. */
const collectMs = 250;
const heartbeatMs = 15_000;
/** The interval of checks of the rights of listeners while nothing changes. */
const checkMs = 60_000;

export interface FeedListener {
  readonly request: Request;
  send(chunk: Uint8Array): void;
  /** After this, the page connects again. */
  close(): void;
  /** Call this for a sheet that was deleted or does not exist. */
  leave(topic: EventTopic): void;
}

/** Sends the state and then the changes, as long as the caller may look. Returns a function that ends this. */
export function followEvents(
  services: FeedServices,
  topic: EventTopic,
  listener: FeedListener,
): () => void {
  const { changes } = services;
  const feeds = feedsByServer.get(changes) ?? new Map<EventTopic, EventFeed>();
  feedsByServer.set(changes, feeds);
  const feed = feeds.get(topic) ?? new EventFeed(services, topic, () => feeds.delete(topic));
  feeds.set(topic, feed);
  return feed.add(listener);
}

const outage = new OutageLog('Changes could not be sent to pages');

const feedsByServer = new WeakMap<Changes, Map<EventTopic, EventFeed>>();

/** Each event is computed once for all listeners. */
class EventFeed {
  readonly #services: FeedServices;
  readonly #sheet: string | undefined;
  readonly #listeners = new Set<FeedListener>();
  /** These listeners have not received the state yet. */
  readonly #newcomers = new Set<FeedListener>();
  /** The rows that have changed since the last event. */
  readonly #rows = new Set<number>();
  readonly #onEnd: () => void;
  readonly #unsubscribe: () => void;
  readonly #timers: readonly NodeJS.Timeout[];
  #isCollecting = false;
  /** Steps run one after the other, so that no listener receives an old state after a newer one. */
  #lastStep: Promise<void> = Promise.resolve();

  constructor(services: FeedServices, topic: EventTopic, onEnd: () => void) {
    this.#services = services;
    this.#sheet = topic === 'all' ? undefined : topic;
    this.#onEnd = onEnd;
    this.#unsubscribe = services.changes.on((change) => {
      this.#receive(change);
    });
    const heartbeat = new TextEncoder().encode(': still here\n\n');
    this.#timers = [
      setInterval(() => {
        for (const listener of this.#listAll()) listener.send(heartbeat);
      }, heartbeatMs).unref(),
      setInterval(() => {
        this.#checkRights();
      }, checkMs).unref(),
    ];
  }

  add(listener: FeedListener): () => void {
    this.#newcomers.add(listener);
    this.#enqueue(() => this.#sendState());
    return () => {
      this.#newcomers.delete(listener);
      this.#listeners.delete(listener);
      if (this.#newcomers.size + this.#listeners.size === 0) this.#end();
    };
  }

  #end(): void {
    this.#unsubscribe();
    for (const timer of this.#timers) clearInterval(timer);
    this.#onEnd();
  }

  #receive(change: Change): void {
    if (change.type === 'sessionsEnded') {
      this.#checkRights();
      return;
    }
    if (change.type === 'operations') {
      // The screen of the operations follows all sheets, because most of its contents change with the sheets.
      if (this.#sheet === undefined) this.#collect();
      return;
    }
    if (this.#sheet !== undefined && change.sheet !== this.#sheet) return;
    if (change.type === 'deleted' && this.#sheet !== undefined) {
      this.#closeDeleted(change.sheet);
      return;
    }
    if (change.type === 'rows') for (const row of change.rows) this.#rows.add(row);
    this.#collect();
  }

  #collect(): void {
    if (this.#isCollecting) return;
    this.#isCollecting = true;
    void delay(collectMs, undefined, { ref: false }).then(() => {
      this.#enqueue(() => this.#sendChanges());
    });
  }

  #enqueue(step: () => Promise<void>): void {
    this.#lastStep = this.#lastStep.then(step).catch(this.#closeAll);
  }

  #checkRights(): void {
    this.#keepAllowed(this.#listAll()).catch(this.#closeAll);
  }

  /** Without the database, there is no state to send. Pages connect again until it is available. */
  readonly #closeAll = (error: unknown): void => {
    outage.recordFailure(error);
    for (const listener of this.#listAll()) listener.close();
  };

  async #sendState(): Promise<void> {
    const newcomers = [...this.#newcomers];
    if (newcomers.length === 0) return;
    const state = await this.#readState();
    outage.recordSuccess();
    if (state === undefined) return;
    const chunk = encode(state);
    for (const listener of await this.#keepAllowed(newcomers)) {
      // The listener may have left the feed meanwhile.
      if (!this.#newcomers.delete(listener)) continue;
      this.#listeners.add(listener);
      listener.send(chunk);
    }
  }

  /** Newcomers get the state separately. */
  async #sendChanges(): Promise<void> {
    // The state read below may not contain later changes, so these must be collected again.
    this.#isCollecting = false;
    const numbers = [...this.#rows].slice(-maxRowsPerEvent);
    this.#rows.clear();
    const listeners = [...this.#listeners];
    if (listeners.length === 0) return;
    const state = await this.#readState();
    if (state === undefined) return;
    const chunks = [encode(state)];
    const sheet = this.#sheet;
    if (sheet !== undefined && numbers.length > 0) {
      const rows = await readRowsByNumber(this.#services.store, sheet, numbers);
      chunks.push(encode({ type: 'rows', sheet, rows }));
    }
    for (const listener of await this.#keepAllowed(listeners)) {
      for (const chunk of chunks) listener.send(chunk);
    }
  }

  async #readState(): Promise<ServerEvent | undefined> {
    const sheet = this.#sheet;
    if (sheet === undefined)
      return { type: 'sheets', sheets: await listShownSheets(this.#services) };
    const shown = await findShownSheet(this.#services, sheet);
    if (shown !== undefined) return { type: 'sheet', sheet: shown };
    this.#closeDeleted(sheet);
    return undefined;
  }

  #closeDeleted(sheet: string): void {
    const chunk = encode({ type: 'deleted', sheet });
    for (const listener of this.#listAll()) {
      listener.send(chunk);
      listener.leave(sheet);
    }
  }

  /** Returns the listeners that may look, and closes the others. Checks each caller only once. */
  async #keepAllowed(listeners: readonly FeedListener[]): Promise<readonly FeedListener[]> {
    const answers = new Map<string, Promise<boolean>>();
    const allowed = await Promise.all(
      listeners.map((listener) => {
        const { headers } = listener.request;
        const credentials = JSON.stringify([headers.get('Cookie'), headers.get('Authorization')]);
        const answer = answers.get(credentials) ?? this.#mayLook(listener.request);
        answers.set(credentials, answer);
        return answer;
      }),
    );
    return listeners.filter((listener, index) => {
      if (allowed[index] === true) return true;
      listener.close();
      return false;
    });
  }

  async #mayLook(request: Request): Promise<boolean> {
    const caller = await this.#services.access.findCaller(request);
    return caller?.rights.has('look') === true;
  }

  /** Returns a copy, because listeners leave the feed when they are closed. */
  #listAll(): readonly FeedListener[] {
    return [...this.#newcomers, ...this.#listeners];
  }
}

function encode(event: ServerEvent): Uint8Array {
  return new TextEncoder().encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

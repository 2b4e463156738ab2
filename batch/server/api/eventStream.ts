import type { Change } from '../changes.js';
import { sheetOf } from '../store/sheetStore.js';
import { rowsByNumber } from '../store/storedRows.js';
import type { Services } from './services.js';
import type { ServerEvent } from './shapes.js';
import { shownSheet, shownSheets } from './shownSheet.js';

type StreamServices = Pick<Services, 'store' | 'access' | 'changes'>;

/** Changes are told together: a run has many in a second. */
const togetherMs = 250;
const heartbeatMs = 15_000;
/** How often it is asked whether the listener may still look. */
const askMs = 60_000;
/** Of more rows that have changed the page asks for the list that it shows. */
const mostRows = 50;
/** A listener that takes nothing for so long has gone, or gets the whole state when it comes back. */
const mostQueued = 200;

/** One listener's events: the whole state first, then what changes, until it leaves or may look no longer. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #services: StreamServices;
  readonly #sheet: string | undefined;
  readonly #request: Request;
  readonly #rows = new Set<number>();
  readonly #timers: NodeJS.Timeout[] = [];
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #forget: (() => void) | undefined;
  #soon: NodeJS.Timeout | undefined;

  readonly #onEnd: () => void;

  /** Of all sheets, or of one of them, to whoever sent the request. */
  constructor(
    services: StreamServices,
    sheet: string | undefined,
    request: Request,
    onEnd: () => void = () => undefined,
  ) {
    this.#onEnd = onEnd;
    this.#services = services;
    this.#sheet = sheet;
    this.#request = request;
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
        this.#begin();
      },
      cancel: () => {
        this.#end();
      },
    });
  }

  get isOpen(): boolean {
    return this.#controller !== undefined;
  }

  #begin(): void {
    this.#forget = this.#services.changes.on((change) => {
      this.#hear(change);
    });
    this.#timers.push(
      setInterval(() => {
        this.#write(': still here\n\n');
      }, heartbeatMs).unref(),
      setInterval(() => {
        this.#orEnd(() => {
          this.#endUnlessMayLook();
        });
      }, askMs).unref(),
    );
    this.#tellState();
  }

  #hear(change: Change): void {
    if (change.type === 'sessionsEnded') {
      this.#orEnd(() => {
        this.#endUnlessMayLook();
      });
      return;
    }
    if (this.#sheet !== undefined && change.sheet !== this.#sheet) return;
    if (change.type === 'deleted' && this.#sheet !== undefined) {
      this.#tell({ type: 'deleted', sheet: change.sheet });
      this.close();
      return;
    }
    if (change.type === 'rows') for (const row of change.rows) this.#rows.add(row);
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#orEnd(() => {
        this.#tellState();
      });
    }, togetherMs);
  }

  /** While the store is away nothing can be told: the page connects again until it is back. */
  #orEnd(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      console.error('A page could not be told of changes:', error);
      this.close();
    }
  }

  #tellState(): void {
    this.#endUnlessMayLook();
    if (!this.isOpen) return;
    const { store } = this.#services;
    const sheet = this.#sheet;
    if (sheet === undefined) {
      this.#tell({ type: 'sheets', sheets: shownSheets(this.#services) });
    } else if (sheetOf(store, sheet) === undefined) {
      this.#tell({ type: 'deleted', sheet });
      this.close();
    } else {
      this.#tell({ type: 'sheet', sheet: shownSheet(this.#services, sheet) });
      this.#tellRows(sheet);
    }
  }

  #tellRows(sheet: string): void {
    if (this.#rows.size === 0) return;
    const numbers = [...this.#rows].slice(-mostRows);
    this.#rows.clear();
    this.#tell({ type: 'rows', sheet, rows: rowsByNumber(this.#services.store, sheet, numbers) });
  }

  #endUnlessMayLook(): void {
    const mayLook = this.#services.access.callerOf(this.#request)?.rights.has('look');
    if (mayLook !== true) this.close();
  }

  #tell(event: ServerEvent): void {
    this.#write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }

  #write(text: string): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    if ((controller.desiredSize ?? 0) < -mostQueued) this.close();
    else controller.enqueue(new TextEncoder().encode(text));
  }

  /** Ends it; a page connects again by itself. */
  close(): void {
    const controller = this.#controller;
    this.#end();
    controller?.close();
  }

  #end(): void {
    this.#controller = undefined;
    this.#forget?.();
    clearTimeout(this.#soon);
    for (const timer of this.#timers) clearInterval(timer);
    this.#onEnd();
  }
}

import type { Dispatcher } from 'undici';
import manifest from '../package.json' with { type: 'json' };
import { type Redact, redactor, withoutToken } from '../../src/redaction.js';
import type { Exchange, Post, Transport } from '../../src/transport.js';
import { type Decoded, decoded } from './contentEncoding.js';
import { type Why, whyItFailed } from './failureReason.js';
import type { Proxy } from './proxy.js';
import { agentFor } from './throughProxy.js';

/** A larger answer violates the contract; it is neither read to its end nor decompressed. */
const longestAnswerBytes = 5_000_000;

/** Identifies us in the log of the service. */
const userAgent = `${manifest.name}/${manifest.version}`;

/** Calls `end` when the time of a request is up. Returns a function that stops the timer. */
export type StartTimer = (end: () => void, timeoutMs: number, request: Post) => () => void;

const systemTimer: StartTimer = (end, timeoutMs) => {
  const timer = setTimeout(end, timeoutMs);
  return () => {
    clearTimeout(timer);
  };
};

/** How to connect, and how long to wait. */
export interface HttpTransportOptions {
  /** The company token. It goes into the Authorization header and nowhere else. */
  readonly token: string;
  /** The time limit for one request, from connecting to the last byte, default 30 s. */
  readonly requestTimeoutMs?: number;
  /** The most connections that are kept open, default 100. */
  readonly connections?: number;
  /** The proxy to the service; a direct connection by default. */
  readonly proxy?: Proxy | undefined;
  /**
   * Called after every exchange, for pacing and counting, with the time since the request was sent,
   * or was about to be.
   */
  readonly onExchange?: (exchange: Exchange, durationMs: number) => void;
  /** The machine's timer by default. Tests end a request by an event, not by the clock. */
  readonly startTimer?: StartTimer;
}

/** The parts of a URL that undici needs. */
interface Endpoint {
  readonly origin: string;
  readonly path: string;
}

/**
 * Talks to the service with undici. undici announces when the first byte of a request is about to
 * be written (`onRequestStart`): a failure before that certainly had no effect.
 */
export class HttpTransport implements Transport {
  readonly #agent: Dispatcher;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #redact: Redact;
  readonly #timeoutMs: number;
  readonly #startTimer: StartTimer;
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #onExchange: HttpTransportOptions['onExchange'];

  constructor(options: HttpTransportOptions) {
    this.#timeoutMs = options.requestTimeoutMs ?? 30_000;
    this.#startTimer = options.startTimer ?? systemTimer;
    this.#onExchange = options.onExchange;
    this.#redact = redactor(options.token);
    this.#headers = {
      authorization: `Bearer ${options.token}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': userAgent,
      // Answers are small, so compressing them is not worthwhile.
      'accept-encoding': 'identity',
    };
    // Every request has one timer of its own. Idle connections are closed soon, so that a request
    // is seldom written to one that the other side is just closing.
    const settings = {
      connections: options.connections ?? 100,
      // HTTP/2 would send a refused stream again by itself, and all requests would share one
      // connection.
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 1_000,
      keepAliveMaxTimeout: 10_000,
    };
    this.#agent = agentFor(options.proxy, settings, this.#timeoutMs);
  }

  async post(request: Post): Promise<Exchange> {
    const shown = withoutToken(await this.#dispatch(request), this.#redact);
    this.#onExchange?.(shown, shown.durationMs ?? 0);
    return shown;
  }

  /** Closes the connections; requests in flight end without an answer. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  // The cache has one entry per operation.
  #endpointOf(url: string): Endpoint {
    let endpoint = this.#endpoints.get(url);
    if (endpoint === undefined) {
      const { origin, pathname } = new URL(url);
      endpoint = { origin, path: pathname };
      this.#endpoints.set(url, endpoint);
    }
    return endpoint;
  }

  #dispatch(request: Post): Promise<Exchange> {
    const { url, body, timeoutMs = this.#timeoutMs } = request;
    const { origin, path } = this.#endpointOf(url);
    const startTimer = (end: (reason: string) => void) =>
      this.#startTimer(
        () => {
          end(`timed out after ${timeoutMs / 1000} s`);
        },
        timeoutMs,
        request,
      );
    return new Promise((resolve) => {
      const handler = new AnswerHandler(startTimer, resolve);
      this.#agent.dispatch({ origin, path, method: 'POST', headers: this.#headers, body }, handler);
    });
  }
}

/**
 * Collects one answer. Settles exactly once, even if the time is up before there is a connection.
 */
class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #settle: (exchange: Exchange) => void;
  readonly #stopTimer: () => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #bytes = 0;
  #httpStatus: number | undefined;
  #retryAfter: string | undefined;
  #contentEncoding = '';
  #settled = false;
  #startMs = performance.now();

  constructor(
    startTimer: (end: (reason: string) => void) => () => void,
    settle: (exchange: Exchange) => void,
  ) {
    this.#settle = settle;
    this.#stopTimer = startTimer((reason) => {
      this.#end(reason);
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#startMs = performance.now();
    if (this.#settled) controller.abort(new Error('The time for this request is up.'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    httpStatus: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (httpStatus < 200) return;
    this.#httpStatus = httpStatus;
    this.#retryAfter = [headers['retry-after'] ?? []].flat()[0];
    this.#contentEncoding = [headers['content-encoding'] ?? []].flat().join(',');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > longestAnswerBytes) this.#end('the answer is far too long');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#finish(this.#answered(true));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(this.#answered(false) ?? this.#failed(whyItFailed(error)));
  }

  #end(reason: string): void {
    this.#finish(this.#answered(false) ?? this.#failed({ reason }));
    this.#controller?.abort(new Error(reason));
  }

  #answered(complete: boolean): Exchange | undefined {
    if (this.#httpStatus === undefined) return undefined;
    return {
      delivery: 'answered',
      httpStatus: this.#httpStatus,
      ...this.#body(complete),
      complete,
      retryAfter: this.#retryAfter,
    };
  }

  #body(complete: boolean): Decoded {
    const bytes = Buffer.concat(this.#chunks);
    if (this.#contentEncoding === '') return { body: bytes.toString('utf8') };
    // Half of a compressed body is of no use.
    return complete ? decoded(bytes, this.#contentEncoding, longestAnswerBytes) : { body: '' };
  }

  #failed(why: Why): Exchange {
    return { delivery: this.#controller === undefined ? 'not_sent' : 'unknown', ...why };
  }

  #finish(exchange: Exchange | undefined): void {
    if (this.#settled || exchange === undefined) return;
    this.#settled = true;
    this.#stopTimer();
    const durationMs = performance.now() - this.#startMs;
    // Many answers arrive in one turn, and undici frees their connections at the end of it. With a
    // turn for each, the next request goes out after each answer, and not after all of them.
    setImmediate(() => {
      this.#settle({ ...exchange, durationMs });
    });
  }
}

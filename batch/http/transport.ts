import type { Dispatcher } from 'undici';
import manifest from '../package.json' with { type: 'json' };
import { type Redact, createRedactor, removeToken } from '../../src/redaction.js';
import type { ConnectionFault } from '../../src/requestMessages.js';
import type { Exchange, Post, Transport } from '../../src/transport.js';
import { AnswerHandler } from './answerHandler.js';
import type { Proxy } from './proxy.js';
import { createAgent } from './agent.js';

const userAgent = `${manifest.name}/${manifest.version}`;

/** Calls `end` after the time limit. Returns a function that stops the timer. */
export type StartTimer = (end: () => void, timeoutMs: number, request: Post) => () => void;

const systemTimer: StartTimer = (end, timeoutMs) => {
  const timer = setTimeout(end, timeoutMs);
  return () => {
    clearTimeout(timer);
  };
};

export interface HttpTransportOptions {
  /** The token is used only in the Authorization header. */
  readonly token: string;
  /** The time from the call of `post` to the last byte of the answer, including the wait for a connection; default 30 s. */
  readonly requestTimeoutMs?: number;
  readonly connections?: number;
  readonly proxy?: Proxy | undefined;
  /** `durationMs` begins with the first byte that is sent, or with the call of `post` if none is sent. */
  readonly onExchange?: (exchange: Exchange, durationMs: number) => void;
  /** Tests end a request at an event instead of a time. */
  readonly startTimer?: StartTimer;
}

interface Endpoint {
  readonly origin: string;
  readonly path: string;
}

/**
 * undici calls `onRequestStart` just before it writes the first byte of a request, so a failure
 * before this call certainly had no effect.
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
    this.#redact = createRedactor(options.token);
    this.#headers = {
      authorization: `Bearer ${options.token}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': userAgent,
      // Answers are small, so compressing them is not worthwhile.
      'accept-encoding': 'identity',
    };
    // Each request has its own timer, so undici's timeouts are off. Idle connections are closed
    // soon, so that requests are seldom written to a connection that the server is just closing.
    const settings = {
      connections: options.connections ?? 100,
      // With HTTP/2, undici would resend a refused stream, and all requests would share a
      // connection.
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 1_000,
      keepAliveMaxTimeout: 10_000,
    };
    this.#agent = createAgent(options.proxy, settings, this.#timeoutMs);
  }

  async post(request: Post): Promise<Exchange> {
    const exchange = removeToken(await this.#dispatch(request), this.#redact);
    this.#onExchange?.(exchange, exchange.durationMs ?? 0);
    return exchange;
  }

  /** Requests in flight end without an answer. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  // There is one URL per operation, so the cache stays small.
  #toEndpoint(url: string): Endpoint {
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
    const { origin, path } = this.#toEndpoint(url);
    const startTimer = (end: (fault: ConnectionFault) => void) =>
      this.#startTimer(
        () => {
          end({ code: 'timedOut', seconds: timeoutMs / 1000 });
        },
        timeoutMs,
        request,
      );
    return new Promise((resolve) => {
      const isCancelled = () => request.signal?.aborted === true || request.maySend?.() === false;
      const handler = new AnswerHandler(startTimer, resolve, isCancelled);
      this.#agent.dispatch({ origin, path, method: 'POST', headers: this.#headers, body }, handler);
    });
  }
}

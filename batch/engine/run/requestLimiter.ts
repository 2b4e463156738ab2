import type { CancelSignal, Exchange } from '../../../src/transport.js';

/**
 * Permits for requests, of one process or of all that share a database. Lowers the concurrency when the
 * service says 429 or answers slowly, and gives one permit back for every round of good answers.
 */
export interface RequestLimiter {
  /** The number of requests that may be in flight now. */
  readonly concurrency: number;
  /** How long the latest answer took; 0 before the first. */
  readonly answerMs: number;
  /** Resolves when all that waits for promises that are settled now has run. */
  promisesSettled(): Promise<unknown>;
  /**
   * Sends one request with a permit of its own. Once the signal has come, none waits for its time, and
   * `send` must not send.
   */
  run<T>(send: () => Promise<T>, signal?: CancelSignal): Promise<T>;
  /** Waits for the time at which something new may begin, without a permit. */
  acquireStart(signal?: CancelSignal): Promise<void>;
  /**
   * Resolves when there is room for another row, no matter how many polls queue, so that
   * neither holds up the other.
   */
  room(): Promise<void>;
  /** Runs the sending of a row, for which there should be room, when it may begin. */
  runRow<T>(work: () => Promise<T>, signal?: CancelSignal): Promise<T>;
  /** Adapts to an exchange; for a transport's `onExchange`. */
  observe(exchange: Exchange, durationMs: number): void;
  /**
   * A permit for one request, taken before the intent of the request is written: where permits are those of
   * all processes, nobody knows how long the wait is. Undefined once the signal has come. A limiter of
   * one process has none to give ahead: its requests take theirs when they are sent.
   */
  readonly acquire?: (signal?: CancelSignal) => Promise<RequestPermit | undefined>;
}

/** A permit for one request that is not sent yet. */
export interface RequestPermit {
  /** Sends the request, and gives the permit back. */
  run<T>(send: () => Promise<T>): Promise<T>;
  /** Gives it back unused. */
  release(): void;
}

/** An answer that takes longer than this means that the service has enough to do. */
const slowAnswerMs = 5_000;

/** Concurrency is lowered once for all requests that were in flight together. */
export const pauseBetweenCutsMs = 1_000;

/** True for an exchange that says that the service has enough to do. */
export function isOverload(exchange: Exchange, durationMs: number): boolean {
  const limited = exchange.delivery === 'answered' && [429, 503].includes(exchange.httpStatus);
  return limited || durationMs > slowAnswerMs;
}

import type { Dispatcher } from 'undici';
import type { ConnectionFault } from '../../src/requestMessages.js';
import { formatFault } from '../../src/requestWords.js';
import type { Exchange } from '../../src/transport.js';
import { type DecodedBody, decodeBody } from './contentEncoding.js';
import { type FailureReason, findFailure } from './failureReason.js';

/** Limits compressed and decoded answers. Answers of the service are far shorter. */
const maxAnswerBytes = 5_000_000;

/** Calls `settle` exactly once, even if the time is up before there is a connection. */
export class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #settle: (exchange: Exchange) => void;
  readonly #isCancelled: () => boolean;
  readonly #stopTimer: () => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #bytes = 0;
  #httpStatus: number | undefined;
  #retryAfter: string | undefined;
  #date: string | undefined;
  #contentEncoding = '';
  #isSettled = false;
  #startMs = performance.now();

  constructor(
    startTimer: (end: (fault: ConnectionFault) => void) => () => void,
    settle: (exchange: Exchange) => void,
    isCancelled: () => boolean = () => false,
  ) {
    this.#settle = settle;
    this.#isCancelled = isCancelled;
    this.#stopTimer = startTimer((fault) => {
      this.#abort(fault);
    });
  }

  /** undici calls this right before it writes the first byte. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The request may have been cancelled while undici was connecting or the process was suspended.
    if (this.#isCancelled()) this.#finish({ delivery: 'not_sent', reason: { code: 'cancelled' } });
    this.#controller = controller;
    this.#startMs = performance.now();
    if (this.#isSettled) controller.abort(new Error('The request is not sent any more.'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    httpStatus: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (httpStatus < 200) return;
    this.#httpStatus = httpStatus;
    this.#retryAfter = [headers['retry-after'] ?? []].flat()[0];
    this.#date = [headers.date ?? []].flat()[0];
    this.#contentEncoding = [headers['content-encoding'] ?? []].flat().join(',');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > maxAnswerBytes) this.#abort({ code: 'answerTooLong' });
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#finish(this.#toAnsweredExchange(true));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(this.#toAnsweredExchange(false) ?? this.#toFailedExchange(findFailure(error)));
  }

  #abort(fault: ConnectionFault): void {
    this.#finish(this.#toAnsweredExchange(false) ?? this.#toFailedExchange({ fault }));
    this.#controller?.abort(new Error(formatFault(fault)));
  }

  #toAnsweredExchange(complete: boolean): Exchange | undefined {
    if (this.#httpStatus === undefined) return undefined;
    return {
      delivery: 'answered',
      httpStatus: this.#httpStatus,
      ...this.#decodeBody(complete),
      complete,
      retryAfter: this.#retryAfter,
      date: this.#date,
    };
  }

  #decodeBody(complete: boolean): DecodedBody {
    const bytes = Buffer.concat(this.#chunks);
    if (this.#contentEncoding === '') return { body: bytes.toString('utf8') };
    // An incomplete compressed body cannot be decoded.
    return complete ? decodeBody(bytes, this.#contentEncoding, maxAnswerBytes) : { body: '' };
  }

  #toFailedExchange({ fault: reason, remedy: hint, isFinal }: FailureReason): Exchange {
    const delivery = this.#controller === undefined ? 'not_sent' : 'unknown';
    return { delivery, reason, hint, isFinal };
  }

  #finish(exchange: Exchange | undefined): void {
    if (this.#isSettled || exchange === undefined) return;
    this.#isSettled = true;
    this.#stopTimer();
    const durationMs = performance.now() - this.#startMs;
    // undici frees the connections of all answers at the end of a turn of the event loop. A
    // separate turn for each answer lets the next request begin after that answer, not after all of
    // them.
    setImmediate(() => {
      this.#settle({ ...exchange, durationMs });
    });
  }
}

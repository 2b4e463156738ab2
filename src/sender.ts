import { type Answer, readAnswer } from './answer.js';
import type { BaseUrl } from './baseUrl.js';
import { checkLimits } from './callLimits.js';
import type { CallOptions, SendRecord } from './callOptions.js';
import { type ClientListeners, createResponseEvent, notifyListener } from './clientEvents.js';
import { chooseStep } from './decisionTable.js';
import type { FailureCode, Result } from './failure.js';
import { failWithoutEffect, toFailure, toFinalFailureCode } from './failures.js';
import {
  type OperationName,
  operations,
  type OperationRequest,
  type OperationResponse,
} from './operations.js';
import type { StateCheck } from './stateCheck.js';
import type { Exchange, Post, Timing, Transport } from './transport.js';

export interface SenderOptions extends ClientListeners {
  readonly baseUrl: BaseUrl;
  readonly transport: Transport;
  readonly timing: Timing;
  /** Default 5. */
  readonly maxAttempts?: number;
  /** The longest Retry-After for which a call waits, default 5 minutes. */
  readonly maxWaitMs?: number;
}

/** `applied` replaces the lost answer. */
export interface Lookup<O extends OperationName> {
  check(): Promise<StateCheck>;
  readonly applied: OperationResponse<O>;
}

// Only an assessment can be looked up in the service, by its ID (contract, "rwa_retrieve").
const nothingToLookUp = {
  check: () => Promise.resolve<StateCheck>('cannot_tell'),
  applied: undefined as never,
};

/**
 * The age at which an intent is recorded again before its request is sent: a person must wait for
 * some time after the intent before declaring that the service has created nothing.
 */
const staleIntentMs = 5_000;

/** The backoff before the first retry. It doubles for each further retry, up to the maximum. */
const firstBackoffMs = 250;
const maxBackoffMs = 8_000;

export class Sender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    checkLimits({ maxAttempts: options.maxAttempts });
    this.#options = options;
  }

  async send<O extends OperationName>(
    operation: O,
    request: OperationRequest<O>,
    options: CallOptions = {},
    lookup: Lookup<O> = nothingToLookUp,
  ): Promise<Result<OperationResponse<O>>> {
    const { signal, maySend, record, timeoutMs } = options;
    const { baseUrl, timing, maxWaitMs = 300_000 } = this.#options;
    const { maxAttempts = this.#options.maxAttempts ?? 5 } = options;
    checkLimits({ timeoutMs, maxAttempts });
    const { effect } = operations[operation];
    // Only requests that must not be sent twice are recorded.
    const ownRecord = effect === 'once' ? record : undefined;
    const body = JSON.stringify(request);
    const post = { url: `${baseUrl.url}/${operation}`, body, signal, maySend, timeoutMs };
    let mayHaveTakenEffect = false;
    const isCancelled = () => signal?.aborted === true;

    if (isCancelled()) {
      return failWithoutEffect(operation, 'cancelled', 'not_sent', {
        reason: { code: 'cancelled' },
      });
    }
    for (let attempt = 1; ; attempt++) {
      const afterDelay = ownRecord && (await this.#intend(ownRecord, attempt));
      const attemptPost = { ...post, afterDelay };
      const { exchange, answer } = await this.#exchange(operation, attemptPost, attempt, options);
      if (answer.evidence === 'success') return { ok: true, value: answer.value };

      const step = chooseStep(answer.evidence, effect);
      const createFailure = (code: FailureCode) =>
        toFailure(operation, code, exchange, answer, mayHaveTakenEffect);

      switch (step) {
        case 'fail_row':
          await ownRecord?.release('refused');
          return createFailure('refused');
        case 'stop_run':
          await ownRecord?.release('unauthorized');
          return createFailure('unauthorized');
        case 'check_state':
        case 'check_state_then_retry': {
          const state = await lookup.check();
          if (state === 'applied') return { ok: true, value: lookup.applied };
          if (state === 'cannot_tell' && step === 'check_state')
            return createFailure('unconfirmed');
          mayHaveTakenEffect = state === 'cannot_tell';
          if (!mayHaveTakenEffect) await ownRecord?.release('not_applied');
          break;
        }
        case 'retry':
        case 'retry_at_stated_time':
          await ownRecord?.release(answer.evidence);
          break;
        case 'done': // A success has returned above.
          return createFailure('unconfirmed');
      }

      // A transport may delay a request, and leave it unsent once it is cancelled.
      if (answer.evidence === 'not_sent' && isCancelled()) {
        return createFailure(mayHaveTakenEffect ? toFinalFailureCode(answer, true) : 'cancelled');
      }
      const isFinal = exchange.delivery !== 'answered' && exchange.isFinal === true;
      if (isFinal || attempt >= maxAttempts || (answer.retryAfterMs ?? 0) > maxWaitMs) {
        return createFailure(toFinalFailureCode(answer, mayHaveTakenEffect));
      }
      await timing.sleep(this.#chooseWaitMs(attempt, answer.retryAfterMs), signal);
      if (isCancelled()) {
        return createFailure(mayHaveTakenEffect ? toFinalFailureCode(answer, true) : 'cancelled');
      }
    }
  }

  /** Records an intent. The returned function records it again if it is stale. */
  async #intend(record: SendRecord, attempt: number): Promise<() => Promise<void>> {
    const { elapsed, now } = this.#options.timing;
    const clock = elapsed ?? now;
    await record.intend(attempt);
    let intendedMs = clock();
    return async () => {
      if (clock() - intendedMs <= staleIntentMs) return;
      await record.intend(attempt);
      intendedMs = clock();
    };
  }

  async #exchange<O extends OperationName>(
    operation: O,
    post: Post,
    attempt: number,
    { context }: CallOptions,
  ): Promise<{ exchange: Exchange; answer: Answer<O> }> {
    const { transport, timing, onRequest, onResponse } = this.#options;
    const atStart = { operation, attempt, atMs: timing.now() };
    const request = context === undefined ? atStart : { ...atStart, context };
    notifyListener(onRequest, request);
    const exchange = await transport.post(post);
    const atMs = timing.now();
    const answer = readAnswer(operation, exchange, atMs);
    if (onResponse) {
      const isCancelled = post.signal?.aborted === true || post.maySend?.() === false;
      const details = { atMs, isCancelled };
      notifyListener(onResponse, createResponseEvent(request, exchange, answer, details));
    }
    return { exchange, answer };
  }

  // Jitter changes the upper half of the backoff, so that requests that failed together are not
  // retried together. A time that the service stated is never shortened.
  #chooseWaitMs(attempt: number, statedMs = 0): number {
    const backoffMs = Math.min(maxBackoffMs, firstBackoffMs * 2 ** (attempt - 1));
    return statedMs + backoffMs * (0.5 + this.#options.timing.random() / 2);
  }
}

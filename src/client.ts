import { type Answer, readAnswer } from './answer.js';
import type { CreatedAssessment, NewAssessment } from './assessment.js';
import type { BaseUrl } from './baseUrl.js';
import { checkLimits } from './callLimits.js';
import { type ClientListeners, noResult, responseEvent, tell } from './clientEvents.js';
import { type Decision, externalEventIdOf } from './decision.js';
import { nextStep } from './decisionTable.js';
import { fail, failure, failureOf, finalFailureCode, invalid } from './failures.js';
import { type FailureCode, hints, type Result } from './failure.js';
import {
  type Operation,
  type OperationName,
  operations,
  type RequestOf,
  type ResponseOf,
} from './operations.js';
import { validate } from './problems.js';
import type { Retrieved } from './riskResult.js';
import type { Invitation } from './staff.js';
import { compareDecision, type StateCheck } from './stateCheck.js';
import type { CancelSignal, Exchange, Post, Timing, Transport } from './transport.js';

/**
 * Records what was sent, outside the memory of this process. For operations with effect `once`:
 * `intend` is awaited before every sending, and `release` after the proof that a sending did not
 * take effect. A sending that was intended and never released may have taken effect.
 */
export interface SendRecord {
  intend(attempt: number): Promise<void>;
  release(reason: string): Promise<void>;
}

/** Settings for one call, instead of the client's own. */
export interface CallOptions {
  /** Stops retries and waiting; a request in flight is left to the transport. */
  readonly signal?: CancelSignal | undefined;
  /** Records what this call sends, for operations that must not be sent twice. */
  readonly record?: SendRecord | undefined;
  /** The time limit of each attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of attempts; 1 for no retry. */
  readonly maxAttempts?: number | undefined;
  /** Anything that identifies this call in the events. It is not sent. */
  readonly context?: unknown;
}

/** What a client needs. */
export interface ClientOptions extends ClientListeners {
  readonly baseUrl: BaseUrl;
  readonly transport: Transport;
  readonly timing: Timing;
  /** The maximum number of attempts for one request, default 5. */
  readonly maxAttempts?: number;
  /** The longest Retry-After that is waited for, default 5 minutes. */
  readonly longestWaitMs?: number;
  /** Sends remove_user_access even if the base URL is not that of the test environment. */
  readonly allowRemovalOutsideTest?: boolean;
}

/** How to find out whether a request took effect, and the answer that replaces the lost one. */
interface LookUp<O extends OperationName> {
  check(): Promise<StateCheck>;
  readonly applied: ResponseOf<O>;
}

// Only an assessment can be looked up in the service, by its ID (contract, "Endpoints").
const nothingToLookUp = {
  check: () => Promise.resolve<StateCheck>('cannot_tell'),
  applied: undefined as never,
};

const firstBackoffMs = 250;
const longestBackoffMs = 8_000;

/**
 * The five operations of the service. Failures are values. A call throws only a record's own error, or
 * a RangeError for impossible limits.
 */
export class Client {
  readonly #options: ClientOptions;

  /** Throws a RangeError for a `maxAttempts` that is not a whole number from 1. */
  constructor(options: ClientOptions) {
    checkLimits({ maxAttempts: options.maxAttempts });
    this.#options = options;
  }

  /** Creates an assessment. Inputs of the other purpose are left out. */
  createAssessment(
    assessment: NewAssessment,
    options?: CallOptions,
  ): Promise<Result<CreatedAssessment>> {
    return this.#call('rwa_create', { ...assessment }, options);
  }

  /** Retrieves an assessment's risks once; `ready: false` while they are being calculated. */
  async retrieveRiskResult(
    assessmentId: string,
    options?: CallOptions,
  ): Promise<Result<Retrieved>> {
    const result = await this.#call('rwa_retrieve', { assessmentId }, options);
    if (result.ok) {
      // Scores must not end up with another person.
      if (result.value.assessmentId !== assessmentId) {
        return failure('rwa_retrieve', 'contract_violation', 'answered', {
          message:
            'The answer breaks the contract: data.assessmentId belongs to another assessment.',
          field: 'data.assessmentId',
        });
      }
      return { ok: true, value: { ready: true, result: result.value } };
    }
    const { code, message } = result.failure;
    const why = code === 'refused' ? noResult(message) : undefined;
    if (why === 'pending') return { ok: true, value: { ready: false } };
    if (why === 'not_found') {
      return fail({ ...result.failure, code: 'not_found', hint: hints.not_found });
    }
    return result;
  }

  /** Records a decision. If no `externalEventId` is given, one is generated; it is returned. */
  async updateAssessment(
    decision: Decision,
    options?: CallOptions,
  ): Promise<Result<{ message: string; externalEventId: string }>> {
    const validated = validate('rwa_update', { ...decision });
    if (!validated.ok) return invalid('rwa_update', validated.problems);
    const { request } = validated;
    const externalEventId = request.externalEventId ?? externalEventIdOf(request);
    const body = { ...request, externalEventId };
    const result = await this.#send('rwa_update', body, options, {
      check: () => this.#checkDecision(body, options),
      applied: {
        message: 'The answer was lost, but the assessment shows that the decision was recorded.',
      },
    });
    return result.ok ? { ok: true, value: { ...result.value, externalEventId } } : result;
  }

  /** Invites a compliance team member, or restores the removed account with that email. */
  createPendingUser(
    invitation: Invitation,
    options?: CallOptions,
  ): Promise<Result<{ userId: string }>> {
    return this.#call('create_pending_user', { ...invitation }, options);
  }

  /** Removes a staff member's access. Refused outside the test environment, where it is not deployed. */
  removeUserAccess(staffId: string, options?: CallOptions): Promise<Result<{ role: string }>> {
    return this.#call('remove_user_access', { staff_id: staffId }, options);
  }

  async #call<O extends OperationName>(
    operation: O,
    input: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Result<ResponseOf<O>>> {
    const { baseUrl, allowRemovalOutsideTest = false } = this.#options;
    const { testOnly = false }: Operation = operations[operation];
    if (testOnly && !baseUrl.isTest && !allowRemovalOutsideTest) {
      return failure(operation, 'test_environment_only', 'not_sent', {
        message: `${operation} works only in the test environment.`,
      });
    }
    const validated = validate(operation, input);
    return validated.ok
      ? this.#send(operation, validated.request, options)
      : invalid(operation, validated.problems);
  }

  async #send<O extends OperationName>(
    operation: O,
    request: RequestOf<O>,
    options: CallOptions = {},
    lookUp: LookUp<O> = nothingToLookUp,
  ): Promise<Result<ResponseOf<O>>> {
    const { signal, record, timeoutMs } = options;
    const { baseUrl, timing, longestWaitMs = 300_000 } = this.#options;
    const { maxAttempts = this.#options.maxAttempts ?? 5 } = options;
    checkLimits({ timeoutMs, maxAttempts });
    const { effect } = operations[operation];
    const kept = effect === 'once' ? record : undefined;
    const body = JSON.stringify(request);
    const post = { url: `${baseUrl.url}/${operation}`, body, signal, timeoutMs };
    // Whether one of the attempts so far may have taken effect.
    let mayHaveTakenEffect = false;
    const cancelled = () => signal?.aborted === true;

    if (cancelled()) {
      return failure(operation, 'cancelled', 'not_sent', { message: 'Cancelled.' });
    }
    for (let attempt = 1; ; attempt++) {
      await kept?.intend(attempt);
      const { exchange, answer } = await this.#exchange(operation, post, attempt, options);
      if (answer.evidence === 'success') return { ok: true, value: answer.value };

      const step = nextStep(answer.evidence, effect);
      const failed = (code: FailureCode) =>
        failureOf(operation, code, exchange, answer, mayHaveTakenEffect);

      switch (step) {
        case 'fail_row':
          await kept?.release('refused');
          return failed('refused');
        case 'stop_run':
          await kept?.release('unauthorized');
          return failed('unauthorized');
        case 'check_state':
        case 'check_state_then_retry': {
          const state = await lookUp.check();
          if (state === 'applied') return { ok: true, value: lookUp.applied };
          if (state === 'cannot_tell' && step === 'check_state') return failed('unconfirmed');
          mayHaveTakenEffect = state === 'cannot_tell';
          if (!mayHaveTakenEffect) await kept?.release('not_applied');
          break;
        }
        case 'retry':
        case 'retry_at_stated_time':
          await kept?.release(answer.evidence);
          break;
        case 'done': // Only of a success, which has returned above.
          return failed('unconfirmed');
      }

      // A transport may hold a request back, and need not send it once it is cancelled.
      if (answer.evidence === 'not_sent' && cancelled()) {
        return failed(mayHaveTakenEffect ? finalFailureCode(answer, true) : 'cancelled');
      }
      const isFinal = exchange.delivery !== 'answered' && exchange.isFinal === true;
      if (isFinal || attempt >= maxAttempts || (answer.retryAfterMs ?? 0) > longestWaitMs) {
        return failed(finalFailureCode(answer, mayHaveTakenEffect));
      }
      await timing.sleep(this.#waitMs(attempt, answer.retryAfterMs), signal);
      if (cancelled())
        return failed(mayHaveTakenEffect ? finalFailureCode(answer, true) : 'cancelled');
    }
  }

  /** Sends once. */
  async #exchange<O extends OperationName>(
    operation: O,
    post: Post,
    attempt: number,
    { context }: CallOptions,
  ): Promise<{ exchange: Exchange; answer: Answer<O> }> {
    const { transport, timing, onRequest, onResponse } = this.#options;
    const ofCall = context === undefined ? {} : { context };
    const request = { operation, attempt, atMs: timing.now(), ...ofCall };
    tell(onRequest, request);
    const exchange = await transport.post(post);
    const atMs = timing.now();
    const answer = readAnswer(operation, exchange, atMs);
    if (onResponse) tell(onResponse, responseEvent(request, exchange, answer, atMs));
    return { exchange, answer };
  }

  async #checkDecision(decision: Decision, options?: CallOptions): Promise<StateCheck> {
    const retrieved = await this.retrieveRiskResult(decision.assessmentId, options);
    if (!retrieved.ok || !retrieved.value.ready) return 'cannot_tell';
    return compareDecision(decision, retrieved.value.result);
  }

  // Jitter on the upper half, so that rows that failed together are not retried together; a stated
  // time is never shortened.
  #waitMs(attempt: number, statedMs = 0): number {
    const backoffMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (attempt - 1));
    return statedMs + backoffMs * (0.5 + this.#options.timing.random() / 2);
  }
}

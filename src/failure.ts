import { toSentence } from './toSentence.js';
import type { OperationName } from './operations.js';
import type { Problem } from './problems.js';
import type { RequestMessage, RequestRemedy } from './requestMessages.js';
import type { Delivery } from './transport.js';

/** Why an operation did not succeed. */
export type FailureCode =
  /** The client's validation refused the request; nothing was sent. */
  | 'invalid_request'
  /** remove_user_access outside the test environment; nothing was sent. */
  | 'test_environment_only'
  /** The last attempt did not reach the service, and no earlier one took effect. */
  | 'not_sent'
  /** There was no usable answer; sending again is harmless. */
  | 'no_answer'
  /** The answer breaks the contract, in `field`. */
  | 'contract_violation'
  /** The service asked for more or longer waits than the limits allow. */
  | 'busy'
  /** The service refused the request, in the contract's envelope or by the HTTP status. */
  | 'refused'
  | 'not_found'
  | 'unauthorized'
  /**
   * The request may have taken effect, which cannot be checked. It is not sent again automatically.
   */
  | 'unconfirmed'
  /** An earlier request took effect. */
  | 'already_sent'
  /** The caller cancelled, and nothing has taken effect. */
  | 'cancelled';

/** One entry of the service's `errors` array. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** A failed operation. It never contains the token. */
export interface Failure {
  readonly code: FailureCode;
  readonly operation: OperationName;
  readonly delivery: Delivery;
  /** True if the service may have carried out the request; always false if it only reads. */
  readonly mayHaveTakenEffect: boolean;
  /** True if sending the same request again may succeed, and cannot create anything twice. */
  readonly retryCanHelp: boolean;
  /** The service's own words if it gave any, otherwise a sentence about what happened. */
  readonly message: string;
  /** The message as a code, to word it in another language. */
  readonly reason: RequestMessage;
  readonly hint: string;
  /** The remedy in the hint, if it is not the usual advice for the code. */
  readonly remedy?: RequestRemedy | undefined;
  /** How to resend an unconfirmed request, if that differs from the usual way. */
  readonly sendAgain?: string | undefined;
  /** The field in question, by the contract's name; `Content-Encoding` for an unreadable body. */
  readonly field?: string | undefined;
  /** The service's field errors, sanitized and shortened. */
  readonly errors?: readonly FieldError[] | undefined;
  readonly problems?: readonly Problem[] | undefined;
  readonly httpStatus?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** An operation's outcome. Failures are values, not exceptions. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/** A {@link Failure}, thrown by {@link unwrap}. */
export class FailureError extends Error {
  override readonly name = 'FailureError';

  constructor(readonly failure: Failure) {
    super(formatFailure(failure));
  }
}

/** Throws a {@link FailureError} if the operation failed. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new FailureError(result.failure);
}

export function formatFailure({ message, hint }: Pick<Failure, 'message' | 'hint'>): string {
  return `${toSentence(message)} ${hint}`;
}

export const hints: Readonly<Record<FailureCode, string>> = {
  invalid_request: 'Correct the input and try again; nothing was sent.',
  test_environment_only:
    'Use a base URL with a version-test segment; this operation works only in the test environment.',
  not_sent: 'Check the base URL and the network, then try again; nothing was sent.',
  no_answer: 'Try again later; sending this again is harmless.',
  contract_violation: 'Tell the operator of the service which field is wrong.',
  busy: 'Try again later, or with a lower rate.',
  refused: 'Correct the input that the service names and try again.',
  not_found:
    'Check the Assessment ID, and that the base URL and the company token belong to the environment and the company of the assessment.',
  unauthorized: 'Check the company token, and that it belongs to the environment of the base URL.',
  unconfirmed: 'Check in the service whether it took effect before you send it again.',
  already_sent: 'It was not sent again.',
  cancelled: 'Nothing took effect; you can start again at any time.',
};

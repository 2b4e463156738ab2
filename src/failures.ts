import type { Answer } from './answer.js';
import type { Evidence } from './decisionTable.js';
import type { Failure, FailureCode } from './failure.js';
import { type OperationName, operations } from './operations.js';
import type { Problem } from './problems.js';
import { formatHint, formatRequestMessage } from './requestWords.js';
import type { Exchange } from './transport.js';

/** Whether the same request may succeed without a correction. */
const retryCanHelpWith: Readonly<Record<FailureCode, boolean>> = {
  invalid_request: false,
  test_environment_only: false,
  not_sent: true,
  no_answer: true,
  contract_violation: false,
  busy: true,
  refused: false,
  not_found: false,
  unauthorized: false,
  // `getProspects` returns false if sending again could create something twice.
  unconfirmed: true,
  already_sent: false,
  cancelled: true,
};

export function toFinalFailureCode(
  { evidence, field }: { evidence: Evidence; field?: string | undefined },
  earlierMayHaveTakenEffect: boolean,
) {
  // The last attempt did not arrive, but an earlier one may have.
  if (evidence === 'not_sent') return earlierMayHaveTakenEffect ? 'no_answer' : 'not_sent';
  if (evidence === 'rate_limited' || evidence === 'unavailable') return 'busy';
  return evidence === 'unreadable' && field !== undefined ? 'contract_violation' : 'no_answer';
}

export function toFailure<O extends OperationName>(
  operation: O,
  code: FailureCode,
  exchange: Exchange,
  answer: Exclude<Answer<O>, { evidence: 'success' }>,
  earlierMayHaveTakenEffect: boolean,
) {
  return fail({
    code,
    operation,
    delivery:
      earlierMayHaveTakenEffect && exchange.delivery === 'not_sent' ? 'unknown' : exchange.delivery,
    ...getProspects(operation, code, earlierMayHaveTakenEffect),
    ...(exchange.delivery !== 'answered' && exchange.isFinal === true
      ? { retryCanHelp: false }
      : {}),
    reason: answer.reason,
    remedy: answer.remedy,
    field: answer.field,
    errors: answer.errors,
    httpStatus: exchange.delivery === 'answered' ? exchange.httpStatus : undefined,
    retryAfterMs: answer.retryAfterMs,
  });
}

export function failInvalid(operation: OperationName, problems: readonly Problem[]) {
  return failWithoutEffect(operation, 'invalid_request', 'not_sent', {
    reason: {
      code: 'invalidInputs',
      problems: problems.map(({ label, message }) => ({ label, message })),
    },
    field: problems[0]?.field,
    problems,
  });
}

/** Creates the failure of a request that was not sent, or that only reads. */
export function failWithoutEffect(
  operation: OperationName,
  code: FailureCode,
  delivery: Failure['delivery'],
  rest: Pick<Failure, 'reason' | 'field' | 'problems'>,
) {
  return fail({ code, operation, delivery, ...getProspects(operation, code, false), ...rest });
}

export function getProspects(
  operation: OperationName,
  code: FailureCode,
  earlierMayHaveTakenEffect: boolean,
): Pick<Failure, 'mayHaveTakenEffect' | 'retryCanHelp'> {
  const { effect } = operations[operation];
  const mayHaveTakenEffect =
    effect !== 'read' && (earlierMayHaveTakenEffect || code === 'unconfirmed');
  const couldRepeatEffect = effect === 'once' && mayHaveTakenEffect;
  return { mayHaveTakenEffect, retryCanHelp: retryCanHelpWith[code] && !couldRepeatEffect };
}

export type UnwordedFailure = Omit<Failure, 'message' | 'hint'>;

export function fail(failure: UnwordedFailure): {
  readonly ok: false;
  readonly failure: Failure;
} {
  const message = formatRequestMessage(failure.reason);
  return { ok: false, failure: { ...failure, message, hint: formatHint(failure) } };
}

import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Failure, FailureCode } from '../../src/failure.js';
import type { OperationName } from '../../src/operations.js';
import { isTool } from './toolCall.js';

/** An error as n8n shows it: of the service or the way to it, or of the input. */
export type NodeFailure = NodeApiError | NodeOperationError;

/** Failures in which the service has no part. */
const ofTheInput: readonly FailureCode[] = [
  'invalid_request',
  'test_environment_only',
  'cancelled',
];

/** Where a person finds out whether a lost request took effect. */
const whatToCheck: Partial<Record<OperationName, string>> = {
  rwa_create: 'Look in the service whether an assessment of this employee with these dates exists.',
  create_pending_user:
    'Look in the service whether the account exists, or ask whether the invitation arrived.',
};

/**
 * The error that n8n shows for one item: what happened, in the service's own words where it gave
 * any, the item, the HTTP code, and what to do next.
 */
export function nodeErrorOf(node: INode, failure: Failure, itemIndex: number): NodeFailure {
  const message =
    failure.code === 'unconfirmed' ? unconfirmed(failure, isTool(node)) : failure.message;
  const description = remedyOf(failure, isTool(node));
  const error = ofTheInput.includes(failure.code)
    ? new NodeOperationError(node, message, { description, itemIndex })
    : new NodeApiError(node, detailsOf(failure), {
        message,
        description,
        itemIndex,
        ...(failure.httpStatus === undefined ? {} : { httpCode: String(failure.httpStatus) }),
      });
  // n8n puts its own advice in the place of a message with a code in it; for ECONNRESET that is to
  // send again.
  error.message = message;
  return error;
}

/** What an item's `details` say of a failure, for workflows that branch on it. */
export function detailsOf({ code, operation, field, errors, ...rest }: Failure): JsonObject {
  return {
    failure: code,
    operation,
    safeToRetry: rest.safeToRetry,
    ...(field === undefined ? {} : { field }),
    ...(errors === undefined ? {} : { errors: errors.map((error) => ({ ...error })) }),
    ...(rest.httpStatus === undefined ? {} : { httpStatus: rest.httpStatus }),
  };
}

// From some agents the model hears the message only, and another call would be another sending.
function unconfirmed({ message }: Failure, asTool: boolean): string {
  const advice = asTool ? ' It may have been carried out. Do not call this tool again for it.' : '';
  return `Unconfirmed: ${message}${advice}`;
}

function remedyOf(
  { code, operation, hint, problems = [], field }: Failure,
  asTool: boolean,
): string {
  if (code === 'unconfirmed') {
    const check = whatToCheck[operation] ?? hint;
    if (asTool) return `Ask a person to check: ${check}`;
    return `The request may have taken effect. ${check} Only if not, run it again in a new execution; a retry of this one does not send the item again.`;
  }
  if (problems.length > 0) return problems.map(({ remedy }) => remedy).join(' ');
  return field === undefined ? hint : `Field ${field}. ${hint}`;
}

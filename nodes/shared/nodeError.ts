import { formatInputMessage } from '../../src/inputWords.js';
import { type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { toSentence } from '../../src/toSentence.js';
import type { Failure, FailureCode } from '../../src/failure.js';
import {
  isOnce,
  type OnceOperation,
  type OperationName,
  operations,
} from '../../src/operations.js';
import type { Work } from './session.js';
import { toRowFields, describeRow, getSubject } from './subject.js';
import { isTool } from './toolCall.js';

export type NodeFailure = NodeApiError | NodeOperationError;

/** Failures that neither the service nor the network has caused. */
const localFailures: readonly FailureCode[] = [
  'invalid_request',
  'test_environment_only',
  'already_sent',
  'cancelled',
];

/** Advice on how to find out whether an unconfirmed request took effect. */
const whatToCheck: Readonly<Record<OnceOperation, string>> = {
  rwa_create:
    'Wait a minute, then check in the service whether an assessment for this employee and these dates exists.',
  create_pending_user:
    'Wait a minute, then check in the service whether the account exists, or ask the person whether the invitation arrived.',
};

// The core's hints advise trying again. In n8n, that would run the whole workflow again, including the
// rows that succeeded.
const hintsWithoutAnotherTry: Partial<Record<FailureCode, string>> = {
  invalid_request: 'Correct the input; this row was not sent.',
  not_sent: 'Check the base URL and the network; this row was not sent.',
  no_answer: 'Sending this row again is harmless.',
  busy: 'The service was busy and did not process this row.',
  refused: 'Correct the inputs that the service refuses.',
  cancelled: 'This row was not sent.',
};

/**
 * Creates the error that n8n shows for one item: what happened, to which row, and the next step. The
 * error has no item index, because n8n would add "[item 6]" for row 7.
 */
export function createNodeError(work: Work, failure: Failure, itemIndex: number): NodeFailure {
  const node = work.context.getNode();
  const text =
    failure.code === 'unconfirmed' ? describeUnconfirmed(failure, isTool(node)) : failure.message;
  const message = addRow(work, text, itemIndex);
  const description = createRemedyText(work, failure);
  const error = localFailures.includes(failure.code)
    ? new NodeOperationError(node, message, { description })
    : new NodeApiError(node, getFailureDetails(work, failure, itemIndex), {
        message,
        description,
        ...(failure.httpStatus === undefined ? {} : { httpCode: String(failure.httpStatus) }),
      });
  // n8n replaces a message that contains an error code; for ECONNRESET, it advises sending again.
  error.message = message;
  return error;
}

export function addRow(work: Work, message: string, itemIndex: number): string {
  return `${message} [${describeRow(itemIndex + 1, getSubject(work, itemIndex))}]`;
}

/** Returns the details of a failed item, for workflows that branch on them. */
export function getFailureDetails(work: Work, failure: Failure, itemIndex: number): JsonObject {
  const { code, operation, field, errors, httpStatus } = failure;
  return {
    ...toRowFields(itemIndex + 1, getSubject(work, itemIndex)),
    failure: code,
    operation,
    mayHaveTakenEffect: failure.mayHaveTakenEffect,
    retryCanHelp: failure.retryCanHelp,
    ...(field === undefined ? {} : { field }),
    ...(errors === undefined ? {} : { errors: errors.map((error) => ({ ...error })) }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
  };
}

// Some agents pass only the message to the model, so it contains the advice not to call the tool
// again.
function describeUnconfirmed({ message, operation }: Failure, isForModel: boolean): string {
  const advice = 'The request may have taken effect. Do not call this tool again for it.';
  if (!isForModel || !isOnce(operation)) return `Unconfirmed: ${message}`;
  return `Unconfirmed: ${toSentence(message)} ${advice}`;
}

function createRemedyText({ context }: Work, failure: Failure): string {
  const { code, operation, problems = [], field, mayHaveTakenEffect, sendAgain } = failure;
  const isForModel = isTool(context.getNode());
  const onlyThisRow = 'only this row in a new execution';
  if (code === 'unconfirmed' && isOnce(operation)) {
    const check = whatToCheck[operation];
    if (isForModel) return `Ask a person to do this: ${check}`;
    const usual = `Only if it does not exist, send ${onlyThisRow}. This execution does not send it again.`;
    return `The request may have taken effect. ${check} ${sendAgain ?? usual}`;
  }
  const hint =
    problems.length > 0
      ? problems.map(({ remedy }) => formatInputMessage(remedy)).join(' ')
      : getHint(failure);
  const remedy = problems.length > 0 || field === undefined ? hint : `Field ${field}. ${hint}`;
  return changesData(operation) && !isForModel && !mayHaveTakenEffect && context.continueOnFail()
    ? `${remedy} ${code === 'busy' || code === 'cancelled' ? 'Send' : 'Then send'} ${onlyThisRow}.`
    : remedy;
}

// Repeating an operation that changes data may create something twice, or overwrite a later
// decision.
const changesData = (operation: OperationName) => operations[operation].effect !== 'read';

function getHint({ code, operation, hint, remedy }: Failure): string {
  const isUsual = remedy === undefined && changesData(operation);
  return (isUsual ? hintsWithoutAnotherTry[code] : undefined) ?? hint;
}

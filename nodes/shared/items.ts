import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type JsonObject,
  NodeOperationError,
} from 'n8n-workflow';
import type { Failure } from '../../src/failure.js';
import { type NodeFailure, getFailureDetails, createNodeError, addRow } from './nodeError.js';
import { type Attempt, wasSent } from './sendings.js';
import type { Session, Work } from './session.js';
import { createStopError } from './stopped.js';
import { toRowFields, getSubject } from './subject.js';

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: NodeFailure; readonly details?: JsonObject };

/**
 * Runs `work` for all items that have not failed so far, several at once, and returns all outcomes in
 * order. If the node continues on errors, a refused token also fails the items that were not started.
 * If the node stops on errors, no item is started after a new failure; when those in progress have
 * ended, the error of the first failed item is thrown. A failure with `failedBefore`, other than a
 * refused token, is not new: otherwise every retry would end at the same item. With `isChange`, the
 * error lists the rows whose change was made, because changes are not remembered.
 */
export async function forEachItem<T, U>(
  session: Session,
  outcomesSoFar: readonly Outcome<T>[],
  work: (value: T, itemIndex: number) => Promise<Attempt<U>>,
  { isChange = false }: { readonly isChange?: boolean } = {},
): Promise<Outcome<U>[]> {
  const { context, options } = session;
  const outcomes: Outcome<U>[] = [];
  const queue = outcomesSoFar.entries();
  let refusedToken: Failure | undefined;
  let hasNewFailure = false;

  const processQueue = async () => {
    for (const [itemIndex, before] of queue) {
      outcomes[itemIndex] = before.ok ? await attempt(before.value, itemIndex) : before;
      if (hasNewFailure && !context.continueOnFail()) return;
    }
  };
  const attempt = async (value: T, itemIndex: number): Promise<Outcome<U>> => {
    if (refusedToken !== undefined) return createFailedItem(session, refusedToken, itemIndex);
    try {
      const result = await work(value, itemIndex);
      if (result.ok) return result;
      const isRefusedToken = result.failure.code === 'unauthorized';
      if (isRefusedToken) refusedToken = result.failure;
      hasNewFailure ||= isRefusedToken || result.failedBefore !== true;
      return createFailedItem(session, result.failure, itemIndex, result.known);
    } catch (error) {
      // For example, an expression could not be evaluated for this item.
      hasNewFailure = true;
      return createBrokenItem(session, error, itemIndex);
    }
  };
  await Promise.all(Array.from({ length: options.itemsAtOnce }, processQueue));
  const changedRows = outcomes.flatMap(({ ok }, itemIndex) =>
    isChange && ok ? [itemIndex + 1] : [],
  );
  throwFirstUnlessContinuing(session, outcomes, changedRows);
  return outcomes;
}

/** Creates the outcome of a failed item. `known` contains further details. */
export function createFailedItem(
  work: Work,
  failure: Failure,
  itemIndex: number,
  known: JsonObject = {},
): Outcome<never> {
  const error = createNodeError(work, failure, itemIndex);
  return {
    ok: false,
    error,
    details: { ...getFailureDetails(work, failure, itemIndex), ...known },
  };
}

/** Creates the outcome of an item after its work, or the start of the run, threw an error. */
export function createBrokenItem(work: Work, cause: unknown, itemIndex: number): Outcome<never> {
  const { message } = cause instanceof Error ? cause : { message: String(cause) };
  const description = cause instanceof NodeOperationError ? cause.description : undefined;
  // Each item gets a new error, since all items may share the same cause.
  const error = new NodeOperationError(work.context.getNode(), message, {
    description: description ?? 'Correct the node or this input.',
  });
  error.message = addRow(work, message, itemIndex);
  const details = {
    ...toRowFields(itemIndex + 1, getSubject(work, itemIndex)),
    failure: 'invalid_request',
    operation: work.operation,
    mayHaveTakenEffect: wasSent(work.context, itemIndex),
    retryCanHelp: false,
  };
  return { ok: false, error, details };
}

/** If the node stops on errors, throws the error of the first failed item. */
export function throwFirstUnlessContinuing(
  work: Work,
  outcomes: readonly Outcome<unknown>[],
  changedRows: readonly number[] = [],
): void {
  if (work.context.continueOnFail()) return;
  // Items after the first failure may be missing: they were not started.
  const failed = Object.entries(outcomes).flatMap(([itemIndex, outcome]) =>
    outcome.ok ? [] : [{ itemIndex: Number(itemIndex), error: outcome.error }],
  );
  const error = createStopError(work, failed, changedRows);
  if (error !== undefined) throw error;
}

export function createOutput(
  context: IExecuteFunctions,
  outcomes: readonly Outcome<object>[],
  includeOtherFields: boolean,
): INodeExecutionData[] {
  const items = context.getInputData();
  return outcomes.map((outcome, itemIndex) => {
    const input = items[itemIndex]?.json ?? {};
    const json = outcome.ok
      ? { ...(includeOtherFields ? input : {}), ...outcome.value }
      : createFailureJson(context, outcome, input);
    return { json, pairedItem: { item: itemIndex } };
  });
}

/**
 * Returns the JSON of a failed item. n8n moves an item to the error output only if it has no fields
 * but `error` and `message` (from n8n-core 2.36 also `details`), and then adds the input fields. So
 * on the error output, the details are in `message`. On the regular output, n8n does not add the
 * input, so the node does, and the input keeps its own `message`.
 */
export function createFailureJson(
  context: IExecuteFunctions,
  { error, details }: Extract<Outcome<never>, { ok: false }>,
  input: IDataObject,
): IDataObject {
  const { message } = error;
  const more = { ...details, description: error.description };
  return context.getNode().onError === 'continueErrorOutput'
    ? { error: message, message: more }
    : { ...input, error: message, details: more };
}

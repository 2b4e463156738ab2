import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type JsonObject,
  NodeOperationError,
} from 'n8n-workflow';
import type { Failure, Result } from '../../src/failure.js';
import { type NodeFailure, detailsOf, nodeErrorOf } from './nodeError.js';
import type { Session } from './session.js';

/** What became of one item. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly error: NodeFailure;
      readonly details?: JsonObject;
      /** See `Failure`. */
      readonly isEarlier?: boolean | undefined;
    };

/**
 * Does the work for all items that have not failed so far, some at once, and returns the outcomes of
 * all in their order.
 * A refused token settles the items that were not begun as well. In the mode that stops, the first
 * failure keeps further items from being begun, and is thrown when those under way have ended; but
 * not one that tells of an earlier sending, or the items behind it could never be sent.
 */
export async function forEachItem<T, U>(
  { context, options }: Session,
  soFar: readonly Outcome<T>[],
  work: (value: T, itemIndex: number) => Promise<Result<U>>,
): Promise<Outcome<U>[]> {
  const outcomes: Outcome<U>[] = [];
  const queue = soFar.entries();
  let refusedToken: Failure | undefined;
  let failed = false;

  const workUpQueue = async () => {
    for (const [itemIndex, before] of queue) {
      const outcome = before.ok ? await attempt(before.value, itemIndex) : before;
      outcomes[itemIndex] = outcome;
      failed ||= !outcome.ok && outcome.isEarlier !== true;
      if (failed && !context.continueOnFail()) return;
    }
  };
  const attempt = async (value: T, itemIndex: number): Promise<Outcome<U>> => {
    if (refusedToken !== undefined) return failedItem(context, refusedToken, itemIndex);
    try {
      const result = await work(value, itemIndex);
      if (result.ok) return result;
      if (result.failure.code === 'unauthorized') refusedToken = result.failure;
      return failedItem(context, result.failure, itemIndex);
    } catch (error) {
      // Such as an expression that cannot be evaluated for this item.
      return brokenItem(context, error, itemIndex);
    }
  };
  await Promise.all(Array.from({ length: options.itemsAtOnce }, workUpQueue));
  throwFirstUnlessContinuing(context, outcomes);
  return outcomes;
}

/** The outcome of an item that failed, with what is known of it nevertheless. */
export function failedItem(
  context: IExecuteFunctions,
  failure: Failure,
  itemIndex: number,
  known: JsonObject = {},
): Outcome<never> {
  const error = nodeErrorOf(context.getNode(), failure, itemIndex);
  const { isEarlier } = failure;
  return { ok: false, error, details: { ...detailsOf(failure), ...known }, isEarlier };
}

/** The outcome of an item whose work threw. */
export function brokenItem(
  context: IExecuteFunctions,
  error: unknown,
  itemIndex: number,
): Outcome<never> {
  const cause = error instanceof Error ? error : String(error);
  return { ok: false, error: new NodeOperationError(context.getNode(), cause, { itemIndex }) };
}

/** In the mode that stops: throws the error of the first item that has one. */
export function throwFirstUnlessContinuing(
  context: IExecuteFunctions,
  outcomes: readonly Outcome<unknown>[],
): void {
  if (context.continueOnFail()) return;
  // Items behind the first failure may be missing: they were not begun.
  for (const outcome of Object.values(outcomes)) {
    if (!outcome.ok) throw outcome.error;
  }
}

/** One output item for each outcome, linked to its input item. */
export function outputOf(
  context: IExecuteFunctions,
  outcomes: readonly Outcome<object>[],
  includeOtherFields: boolean,
): INodeExecutionData[] {
  const items = context.getInputData();
  return outcomes.map((outcome, itemIndex) => {
    const input = items[itemIndex]?.json ?? {};
    const json = outcome.ok
      ? { ...(includeOtherFields ? input : {}), ...outcome.value }
      : failureJson(context, outcome, input);
    return { json, pairedItem: { item: itemIndex } };
  });
}

// n8n moves an item to the error output only if it holds nothing but these keys, and then merges
// the input fields back. In the mode that continues, that is left to the node.
function failureJson(
  context: IExecuteFunctions,
  { error, details }: Extract<Outcome<never>, { ok: false }>,
  input: IDataObject,
): IDataObject {
  const said = { error: error.message, details: { ...details, description: error.description } };
  return context.getNode().onError === 'continueErrorOutput' ? said : { ...input, ...said };
}

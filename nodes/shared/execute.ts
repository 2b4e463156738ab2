import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { OnceOperation, OperationName } from '../../src/operations.js';
import { ExecutionMemory } from './executionMemory.js';
import {
  type Outcome,
  createBrokenItem,
  createOutput,
  throwFirstUnlessContinuing,
} from './items.js';
import { includesOtherFields } from './options.js';
import { type Session, openSession } from './session.js';
import { useOwnArguments } from './toolCall.js';
import { returnToolFailure } from './toolFailure.js';

/**
 * Runs a node. `work` returns an outcome for each item, and these become the output. An error before
 * the first item, such as an invalid base URL or option, fails every item. If *On Error* is set to
 * continue, the error is not thrown, because n8n would pass the items on as if they had succeeded.
 */
export function execute(
  context: IExecuteFunctions,
  operation: OperationName,
  work: (session: Session) => Promise<Outcome<object>[]>,
): Promise<INodeExecutionData[][]> {
  return executeOpened(context, operation, () => openSession({ context, operation }), work);
}

/** Runs a node as {@link execute} does, with its memory of earlier executions. */
export function executeOnce(
  context: IExecuteFunctions,
  operation: OnceOperation,
  work: (session: Session, memory: ExecutionMemory) => Promise<Outcome<object>[]>,
): Promise<INodeExecutionData[][]> {
  const open = async () => {
    const session = await openSession({ context, operation });
    return { session, memory: await ExecutionMemory.open(session, operation) };
  };
  return executeOpened(context, operation, open, async ({ session, memory }) => {
    try {
      return await work(session, memory);
    } finally {
      await memory.close();
    }
  });
}

function executeOpened<T>(
  context: IExecuteFunctions,
  operation: OperationName,
  open: () => Promise<T>,
  work: (opened: T) => Promise<Outcome<object>[]>,
): Promise<INodeExecutionData[][]> {
  return returnToolFailure(context, async () => {
    useOwnArguments(context);
    const outcomes = await open().then(work, (error: unknown) =>
      context
        .getInputData()
        .map((_, itemIndex) => createBrokenItem({ context, operation }, error, itemIndex)),
    );
    throwFirstUnlessContinuing({ context, operation }, outcomes);
    return [createOutput(context, outcomes, includesOtherFields(context))];
  });
}

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Result } from '../../src/failure.js';
import type { Subject } from './subject.js';

/** An item that was sent: with its result, or without one when nobody knows what became of it. */
export interface Sending {
  /** The run of the node in this execution, and the item's row in it; both count from 1. */
  readonly run: number;
  readonly row: number;
  readonly subject?: Subject | undefined;
  readonly value?: IDataObject;
  /** What was heard when the answer was lost. */
  readonly lost?: { readonly message: string; readonly httpStatus?: number | undefined };
}

/** A result, and whether an earlier try of the same item failed as well. */
export type Attempt<T> = Result<T> & { readonly failedBefore?: boolean };

/** What this package keeps in a node's context: it lives as long as the execution. */
interface Kept {
  sendings?: Record<string, Sending>;
  failures?: Record<string, true>;
}

/** The items that were sent in this execution, by key; to read and to change. */
export function sendingsOf(context: IExecuteFunctions): Record<string, Sending> {
  return (keptOf(context).sendings ??= {});
}

/** The items of which a try has failed in this execution, by key; to read and to change. */
export function failuresOf(context: IExecuteFunctions): Record<string, true> {
  return (keptOf(context).failures ??= {});
}

/** Whether an item was sent in this run of the node, by this try or an earlier one. */
export function wasSent(context: IExecuteFunctions, itemIndex: number): boolean {
  const run = runIndexOf(context) + 1;
  const sendings = Object.values(sendingsOf(context));
  return sendings.some((sending) => sending.run === run && sending.row === itemIndex + 1);
}

/** The node's run, from 0. */
export function runIndexOf(context: IExecuteFunctions): number {
  return context.getWorkflowDataProxy(0).$runIndex as number;
}

function keptOf(context: IExecuteFunctions): Kept {
  return context.getContext('node');
}

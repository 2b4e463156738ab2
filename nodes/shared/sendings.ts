import type { IDataObject, IExecuteFunctions, JsonObject } from 'n8n-workflow';
import type { Failure, Result } from '../../src/failure.js';
import type { Subject } from './subject.js';
import { getToolCall } from './toolCall.js';

/** An item that was sent. It has no `value` if its outcome is unknown. */
export interface SentItem {
  /** The run of the node in this execution, and the row of the item; both count from 1. */
  readonly run: number;
  readonly row: number;
  readonly subject?: Subject | undefined;
  readonly requestKey: string;
  readonly value?: IDataObject;
  readonly atMs?: number;
  /** The hash from {@link hashArguments}; only for a tool. */
  readonly call?: string | undefined;
  /** The failure, if the outcome is unconfirmed. */
  readonly lost?: Pick<Failure, 'message' | 'httpStatus' | 'sendAgain'>;
}

/** The result of an item, with information about earlier attempts and executions. */
export type Attempt<T> = Result<T> & {
  /**
   * True if the item or its request already failed in this execution, or another execution has already
   * begun to send it.
   */
  readonly failedBefore?: boolean;
  /** Further details of a failed item. */
  readonly known?: JsonObject;
};

interface ExecutionData {
  sendings?: Record<string, SentItem>;
  failures?: Record<string, true>;
}

/**
 * The data by arguments of a tool call and by node, since two tools may receive the same object.
 */
const dataByCall = new WeakMap<IDataObject, Map<string, ExecutionData>>();

/** Returns the items that were sent in this execution or tool call, by key; callers may change them. */
export function getSendings(context: IExecuteFunctions): Record<string, SentItem> {
  const data = getExecutionData(context);
  data.sendings ??= {};
  // The value is read again, because n8n wraps it in a proxy, and all callers need the same object.
  return data.sendings;
}

/** Returns the items that have failed in this execution or tool call, by key; callers may change them. */
export function getFailures(context: IExecuteFunctions): Record<string, true> {
  const data = getExecutionData(context);
  data.failures ??= {};
  return data.failures;
}

/**
 * Returns the requests of this node in this execution that succeeded or are unconfirmed, by key;
 * callers may change them.
 */
export function getRequests(context: IExecuteFunctions): Record<string, SentItem> {
  const kept = context.getContext('node') as { requests?: Record<string, SentItem> };
  kept.requests ??= {};
  return kept.requests;
}

/** The entries of each object from {@link getSendings} or {@link getRequests}, by identifier. */
const byId = new WeakMap<object, Map<string, SentItem>>();

/** Adds or replaces the entry of an item or a request. */
export function keep(all: Record<string, SentItem>, key: string, sending: SentItem): void {
  const ids = getIds(all);
  all[key] = sending;
  indexId(ids, sending);
}

/** Finds the item or request to which the service first gave this identifier. */
export function findById(all: Record<string, SentItem>, id: string): SentItem | undefined {
  return getIds(all).get(id);
}

function getIds(all: Record<string, SentItem>): Map<string, SentItem> {
  const known = byId.get(all);
  if (known !== undefined) return known;
  const ids = new Map<string, SentItem>();
  byId.set(all, ids);
  // Adds the entries that an earlier process left in the saved execution.
  for (const sending of Object.values(all)) indexId(ids, sending);
  return ids;
}

function indexId(ids: Map<string, SentItem>, sending: SentItem): void {
  const id = getId(sending);
  if (id !== undefined && !ids.has(id)) ids.set(id, sending);
}

/** Returns the identifier that the service assigned; undefined if the outcome is unknown. */
export function getId({ value }: Pick<SentItem, 'value'>): string | undefined {
  const id = value?.assessmentId ?? value?.user_id;
  return typeof id === 'string' ? id : undefined;
}

/** Returns the field `remembered` for an item that was not sent again. */
export function toSince(atMs: number): { readonly since: string } {
  return { since: new Date(atMs).toISOString() };
}

/** Returns whether an item was sent in this run of the node, by this attempt or an earlier one. */
export function wasSent(context: IExecuteFunctions, itemIndex: number): boolean {
  const run = getRunIndex(context) + 1;
  const sendings = Object.values(getSendings(context));
  return sendings.some((sending) => sending.run === run && sending.row === itemIndex + 1);
}

/** Returns the run of the node, from 0; always 0 for a tool call, whose attempts are separate runs. */
export function getRunIndex(context: IExecuteFunctions): number {
  if (getToolCall(context) !== undefined) return 0;
  return context.getWorkflowDataProxy(0).$runIndex as number;
}

// n8n keeps a node's context for the whole execution and saves it with the execution.
function getExecutionData(context: IExecuteFunctions): ExecutionData {
  const call = getToolCall(context);
  if (call === undefined) return context.getContext('node');
  const byNode = dataByCall.get(call) ?? new Map<string, ExecutionData>();
  dataByCall.set(call, byNode);
  const { name } = context.getNode();
  const data = byNode.get(name) ?? {};
  byNode.set(name, data);
  return data;
}

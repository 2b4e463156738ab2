import type { IDataObject, IExecuteFunctions, JsonObject } from 'n8n-workflow';
import type { Failure, Result } from '../../src/failure.js';
import type { Subject } from './subject.js';
import { getToolCall } from './toolCall.js';

/** An item that was sent: with its result, or without one if the outcome is unknown. */
export interface Sending {
  /** The run of the node in this execution, and the item's row in it; both count from 1. */
  readonly run: number;
  readonly row: number;
  readonly subject?: Subject | undefined;
  readonly value?: IDataObject;
  readonly atMs?: number;
  /** For a tool: the hash from {@link hashArguments}. */
  readonly call?: string | undefined;
  /** The failure, if the answer was lost. */
  readonly lost?: Pick<Failure, 'message' | 'httpStatus' | 'sendAgain'>;
}

/** A result of an item, with what is known about earlier tries and executions. */
export type Attempt<T> = Result<T> & {
  /** Whether an earlier try of the same item, or an earlier execution, failed as well. */
  readonly failedBefore?: boolean;
  /** Further details of a failed item. */
  readonly known?: JsonObject;
};

/** The data that this package stores for an execution or a tool call. */
interface Kept {
  sendings?: Record<string, Sending>;
  failures?: Record<string, true>;
}

/** By the arguments of a tool call and by node, since two tools may receive the same object. */
const keptOfCalls = new WeakMap<IDataObject, Map<string, Kept>>();

/** The items that were sent in this execution or tool call, by key; to read and to change. */
export function getSendings(context: IExecuteFunctions): Record<string, Sending> {
  const kept = getKept(context);
  kept.sendings ??= {};
  // Read again: n8n wraps the value in a proxy, and all callers need the same object.
  return kept.sendings;
}

/** The items of which a try has failed in this execution or tool call, by key; to read and to change. */
export function failuresIn(context: IExecuteFunctions): Record<string, true> {
  const kept = getKept(context);
  kept.failures ??= {};
  return kept.failures;
}

/** All requests of this node in this execution, by {@link requestKey}; to read and to change. */
export function requestsIn(context: IExecuteFunctions): Record<string, Sending> {
  const kept = context.getContext('node') as { requests?: Record<string, Sending> };
  kept.requests ??= {};
  return kept.requests;
}

/** The entries of each of the objects above by identifier; all tries and calls share them. */
const byId = new WeakMap<object, Map<string, Sending>>();

/** Adds or replaces the entry of an item or a request. */
export function keep(all: Record<string, Sending>, key: string, sending: Sending): void {
  const ids = idsIn(all);
  all[key] = sending;
  noteId(ids, sending);
}

/** The item or request to which the service gave this identifier first. */
export function withId(all: Record<string, Sending>, id: string): Sending | undefined {
  return idsIn(all).get(id);
}

function idsIn(all: Record<string, Sending>): Map<string, Sending> {
  const known = byId.get(all);
  if (known !== undefined) return known;
  const ids = new Map<string, Sending>();
  byId.set(all, ids);
  // Entries that an earlier process left in the saved execution.
  for (const sending of Object.values(all)) noteId(ids, sending);
  return ids;
}

function noteId(ids: Map<string, Sending>, sending: Sending): void {
  const id = getId(sending);
  if (id !== undefined && !ids.has(id)) ids.set(id, sending);
}

/** The identifier that the service assigned; undefined until then. */
export function getId({ value }: Pick<Sending, 'value'>): string | undefined {
  const id = value?.assessmentId ?? value?.user_id;
  return typeof id === 'string' ? id : undefined;
}

/** The field `remembered` of an item that was not sent because it was sent before. */
export function toSince(atMs: number): { readonly since: string } {
  return { since: new Date(atMs).toISOString() };
}

/** Whether an item was sent in this run of the node, by this try or an earlier one. */
export function wasSent(context: IExecuteFunctions, itemIndex: number): boolean {
  const run = getRunIndex(context) + 1;
  const sendings = Object.values(getSendings(context));
  return sendings.some((sending) => sending.run === run && sending.row === itemIndex + 1);
}

/** The run of the node, from 0. For a tool call always 0, since every try would have another one. */
export function getRunIndex(context: IExecuteFunctions): number {
  if (getToolCall(context) !== undefined) return 0;
  return context.getWorkflowDataProxy(0).$runIndex as number;
}

// A node's context lives as long as the execution and is saved with it.
function getKept(context: IExecuteFunctions): Kept {
  const call = getToolCall(context);
  if (call === undefined) return context.getContext('node');
  const byNode = keptOfCalls.get(call) ?? new Map<string, Kept>();
  keptOfCalls.set(call, byNode);
  const { name } = context.getNode();
  const kept = byNode.get(name) ?? {};
  byNode.set(name, kept);
  return kept;
}

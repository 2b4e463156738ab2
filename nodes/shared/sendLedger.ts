import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { SendRecord } from '../../src/client.js';
import { type Result, hints } from '../../src/failure.js';
import type { OperationName } from '../../src/operations.js';
import { isTool, toolCallOf } from './toolCall.js';

/** An item that was sent: with its result, or without one when nobody knows what became of it. */
interface Sending {
  value?: IDataObject;
}

/** What is kept in the node's context, which lives as long as the execution and is saved with it. */
interface Kept {
  sendings?: Record<string, Sending>;
  /** What became of the requests of tool calls that have ended, by their JSON. */
  calls?: Record<string, Sending>;
}

/** The sendings of tool calls, by the arguments of the call and then by item. */
const sendingsOfCalls = new WeakMap<IDataObject, Record<string, Sending>>();

/**
 * Keeps operations with effect `once` from being sent twice for one item. Retry On Fail runs a node
 * again for all its items, so what was sent is kept beyond one try. The key is the run, or the tool
 * call, and the item, but not the request: an expression such as `$now` makes another request at
 * every try.
 * Of a tool the request counts too: a model may call again after a lost answer, and an agent of
 * version 3 with several items begins anew for those that it had finished. Two rows of a normal
 * run with the same request are two assessments.
 */
export class SendLedger {
  readonly #sendings: Record<string, Sending>;
  readonly #calls: Record<string, Sending> | undefined;
  readonly #operation: OperationName;
  readonly #run: string;

  constructor(context: IExecuteFunctions, operation: OperationName) {
    const kept: Kept = context.getContext('node');
    const node = context.getNode();
    const call = toolCallOf(context);
    if (call === undefined) {
      this.#sendings = kept.sendings ??= {};
      this.#run = String(context.getWorkflowDataProxy(0).$runIndex);
    } else {
      const sendings = sendingsOfCalls.get(call) ?? {};
      sendingsOfCalls.set(call, sendings);
      this.#sendings = sendings;
      this.#run = node.name;
    }
    if (isTool(node)) this.#calls = kept.calls ??= {};
    this.#operation = operation;
  }

  /** Sends for an item, unless an earlier try did: then that one's result, or `unconfirmed`. */
  async once<T extends object>(
    itemIndex: number,
    request: object,
    send: (record: SendRecord) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const key = `${this.#run}/${itemIndex}`;
    const earlier = this.#sendings[key];
    if (earlier?.value !== undefined) return { ok: true, value: earlier.value as T };
    if (earlier !== undefined) {
      return this.#lost('An earlier try sent this item, and its answer was lost.');
    }
    const json = JSON.stringify(request);
    const call = this.#calls?.[json];
    if (call?.value !== undefined) return { ok: true, value: call.value as T };
    if (call !== undefined) {
      return this.#lost('An earlier call sent the same, and its answer was lost.');
    }

    const result = await send({
      intend: () => {
        this.#sendings[key] = {};
        return Promise.resolve();
      },
      release: () => {
        Reflect.deleteProperty(this.#sendings, key);
        return Promise.resolve();
      },
    });
    if (result.ok) this.#sendings[key] = { value: result.value as IDataObject };
    const sending = this.#sendings[key];
    if (this.#calls !== undefined && sending !== undefined) this.#calls[json] = sending;
    return result;
  }

  #lost(message: string): Result<never> {
    return {
      ok: false,
      failure: {
        code: 'unconfirmed',
        operation: this.#operation,
        delivery: 'unknown',
        safeToRetry: false,
        message,
        hint: hints.unconfirmed,
      },
    };
  }
}

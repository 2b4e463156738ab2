import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { SendRecord } from '../../src/client.js';
import { type Result, hints } from '../../src/failure.js';
import type { OperationName } from '../../src/operations.js';

/** An item that was sent: with its result, or without one when nobody knows what became of it. */
interface Sending {
  value?: IDataObject;
}

/**
 * Keeps operations with effect `once` from being sent twice for one item. Retry On Fail runs a node
 * again for all its items, so what was sent is kept in the node's context, which lives as long as
 * the execution and is saved with it. The key is the run and the item, not the request: an
 * expression such as `$now` makes another request at every try.
 */
export class SendLedger {
  readonly #sendings: Record<string, Sending>;
  readonly #operation: OperationName;
  readonly #runIndex: number;

  constructor(context: IExecuteFunctions, operation: OperationName) {
    const kept = context.getContext('node') as { sendings?: Record<string, Sending> };
    this.#sendings = kept.sendings ??= {};
    this.#operation = operation;
    this.#runIndex = context.getWorkflowDataProxy(0).$runIndex as number;
  }

  /** Sends for an item, unless an earlier try did: then that one's result, or `unconfirmed`. */
  async once<T extends object>(
    itemIndex: number,
    send: (record: SendRecord) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const key = `${this.#runIndex}/${itemIndex}`;
    const earlier = this.#sendings[key];
    if (earlier?.value !== undefined) return { ok: true, value: earlier.value as T };
    if (earlier !== undefined) return this.#unconfirmed();

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
    return result;
  }

  #unconfirmed(): Result<never> {
    return {
      ok: false,
      failure: {
        code: 'unconfirmed',
        operation: this.#operation,
        delivery: 'unknown',
        safeToRetry: false,
        message: 'An earlier try sent this item, and its answer was lost.',
        hint: hints.unconfirmed,
      },
    };
  }
}

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { SendRecord } from '../../src/client.js';
import { fail, prospects } from '../../src/failing.js';
import { type Result, hints } from '../../src/failure.js';
import type { OperationName } from '../../src/operations.js';
import { type Attempt, type Sending, failuresOf, runIndexOf, sendingsOf } from './sendings.js';
import { rowInWords, subjectOf } from './subject.js';

/**
 * Keeps operations with effect `once` from being sent twice for one item. Retry On Fail runs a node
 * again for all its items, so what was sent is kept in the node's context, which lives as long as
 * the execution and is saved with it. The key is the run and the item, not the request: an
 * expression such as `$now` makes another request at every try.
 */
export class SendLedger {
  readonly #context: IExecuteFunctions;
  readonly #operation: OperationName;
  readonly #sendings: Record<string, Sending>;
  readonly #failures: Record<string, true>;
  readonly #runIndex: number;

  constructor(context: IExecuteFunctions, operation: OperationName) {
    this.#context = context;
    this.#operation = operation;
    this.#sendings = sendingsOf(context);
    this.#failures = failuresOf(context);
    this.#runIndex = runIndexOf(context);
  }

  /** Sends for an item, unless an earlier try did: then that one's result, or `unconfirmed`. */
  async once<T extends object>(
    itemIndex: number,
    send: (record: SendRecord) => Promise<Result<T>>,
  ): Promise<Attempt<T>> {
    const key = `${this.#runIndex}/${itemIndex}`;
    const sending = this.#sendingOf(itemIndex);
    const earlier = this.#sendings[key];
    if (earlier !== undefined) return this.#resultOf(earlier, sending);

    const failedBefore = Object.hasOwn(this.#failures, key);
    const result = await send({
      intend: () => {
        this.#sendings[key] = sending;
        return Promise.resolve();
      },
      release: () => {
        Reflect.deleteProperty(this.#sendings, key);
        return Promise.resolve();
      },
    });
    if (result.ok) {
      this.#sendings[key] = { ...sending, value: result.value as IDataObject };
      return result;
    }
    const { code, message, httpStatus } = result.failure;
    if (code === 'unconfirmed') this.#sendings[key] = { ...sending, lost: { message, httpStatus } };
    this.#failures[key] = true;
    return { ...result, failedBefore };
  }

  #sendingOf(itemIndex: number): Sending {
    const subject = subjectOf({ context: this.#context, operation: this.#operation }, itemIndex);
    return { run: this.#runIndex + 1, row: itemIndex + 1, subject };
  }

  /** What an earlier try came to, unless the item is of somebody else by now. */
  #resultOf<T>({ subject, value, lost, row }: Sending, now: Sending): Attempt<T> {
    const operation = this.#operation;
    if (subject?.value !== now.subject?.value) {
      return fail({
        code: 'invalid_request',
        operation,
        delivery: 'not_sent',
        mayHaveTakenEffect: true,
        retryCanHelp: false,
        message: `An earlier try sent this row as ${rowInWords(row, subject)}; its result is not given to another one.`,
        hint: 'Undo the change of this input.',
      });
    }
    if (value !== undefined) return { ok: true, value: value as T };
    const unconfirmed = fail({
      code: 'unconfirmed',
      operation,
      delivery: 'unknown',
      ...prospects(operation, 'unconfirmed', true),
      message: lost?.message ?? 'An earlier try sent this row, and its answer was lost.',
      hint: hints.unconfirmed,
      httpStatus: lost?.httpStatus,
    });
    return { ...unconfirmed, failedBefore: true };
  }
}

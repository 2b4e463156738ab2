import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { SendRecord } from '../../src/client.js';
import { fail, prospects } from '../../src/failing.js';
import { type Result, hints } from '../../src/failure.js';
import type { OperationName } from '../../src/operations.js';
import {
  type Attempt,
  type Sending,
  failuresOf,
  requestsOfTool,
  runIndexOf,
  sendingsOf,
} from './sendings.js';
import { rowInWords, subjectOf } from './subject.js';

type Send<T> = (record: SendRecord) => Promise<Attempt<T>>;

/** The requests of a tool that are being sent, by their JSON, of one execution each. */
const underWay = new WeakMap<object, Map<string, Promise<Attempt<object>>>>();

/**
 * Keeps operations with effect `once` from being sent twice for one item. Retry On Fail runs a node
 * again for all its items, so what was sent is kept beyond one try. The key is the run, or the tool
 * call, and the item, but not the request: an expression such as `$now` makes another request at
 * every try.
 * Of a tool the request counts too: a model may call again after a lost answer, or twice at once,
 * and an agent of version 3 with several items begins anew for those that it had finished. Two rows
 * of a normal run with the same request are two assessments.
 */
export class SendLedger {
  readonly #context: IExecuteFunctions;
  readonly #operation: OperationName;
  readonly #sendings: Record<string, Sending>;
  readonly #failures: Record<string, true>;
  readonly #requests: Record<string, Sending> | undefined;
  readonly #runIndex: number;

  constructor(context: IExecuteFunctions, operation: OperationName) {
    this.#context = context;
    this.#operation = operation;
    this.#sendings = sendingsOf(context);
    this.#failures = failuresOf(context);
    this.#requests = requestsOfTool(context);
    this.#runIndex = runIndexOf(context);
  }

  /** Sends for an item, unless an earlier try did: then that one's result, or `unconfirmed`. */
  async once<T extends object>(
    itemIndex: number,
    request: object,
    send: Send<T>,
  ): Promise<Attempt<T>> {
    const key = `${this.#runIndex}/${itemIndex}`;
    const sending = this.#sendingOf(itemIndex);
    const earlier = this.#sendings[key];
    if (earlier !== undefined) return this.#resultOf(earlier, sending);
    return this.#requests === undefined
      ? this.#send(key, sending, send)
      : this.#onceByRequest(this.#requests, JSON.stringify(request), sending, () =>
          this.#send(key, sending, send),
        );
  }

  async #onceByRequest<T extends object>(
    requests: Record<string, Sending>,
    json: string,
    sending: Sending,
    send: () => Promise<Attempt<T>>,
  ): Promise<Attempt<T>> {
    const earlier = requests[json];
    if (earlier !== undefined) return this.#resultOf(earlier, sending);
    const others = underWay.get(requests) ?? new Map<string, Promise<Attempt<object>>>();
    underWay.set(requests, others);
    const other = others.get(json);
    if (other !== undefined) return other as Promise<Attempt<T>>;

    const attempt = send();
    others.set(json, attempt);
    const result = await attempt.finally(() => others.delete(json));
    if (result.ok) requests[json] = { ...sending, value: result.value as IDataObject };
    else if (result.failure.code === 'unconfirmed') requests[json] = lostSending(sending, result);
    return result;
  }

  async #send<T extends object>(key: string, sending: Sending, send: Send<T>): Promise<Attempt<T>> {
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
    if (result.failure.code === 'unconfirmed') this.#sendings[key] = lostSending(sending, result);
    this.#failures[key] = true;
    return { ...result, failedBefore: failedBefore || result.failedBefore === true };
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
      sendAgain: lost?.sendAgain,
    });
    return { ...unconfirmed, failedBefore: true };
  }
}

function lostSending(
  sending: Sending,
  { failure }: Extract<Result<never>, { ok: false }>,
): Sending {
  const { message, httpStatus, sendAgain } = failure;
  return { ...sending, lost: { message, httpStatus, sendAgain } };
}

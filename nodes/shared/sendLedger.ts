import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { SendRecord } from '../../src/callOptions.js';
import { fail, getProspects } from '../../src/failures.js';
import type { Result } from '../../src/failure.js';
import type { OnceOperation } from '../../src/operations.js';
import {
  type Attempt,
  type SentItem,
  getFailures,
  getId,
  keep,
  getRequests,
  getRunIndex,
  getSendings,
  toSince,
  findById,
} from './sendings.js';
import { describeRow, getSubject } from './subject.js';
import { hashArguments, isTool } from './toolCall.js';

type Send<T> = (record: JudgingRecord) => Promise<Attempt<T>>;

/** The requests in flight of a node in an execution, by request key; for a tool, by person. */
const inFlight = new WeakMap<object, Map<string, Promise<unknown>>>();

/** A record that also checks results, so that {@link ExecutionMemory} does not record a wrong one as done. */
export interface JudgingRecord extends SendRecord {
  /** Returns the same result, or `unconfirmed` if another row already has its ID. */
  judge<R extends Attempt<object>>(result: R): R | Extract<Result<never>, { ok: false }>;
}

/**
 * Prevents operations with effect `once` from being sent twice in one execution. Retry On Fail runs a
 * node again for all its items, so sent requests are recorded by run (or tool call) and item: an
 * expression can make a different request at each attempt. They are also recorded by request key: in a
 * loop, the item returns in another run, and an input can contain it twice.
 *
 * For a tool, the arguments of the call count too: a model may repeat a call after a lost answer, or
 * make it twice at once, and an agent of version 3 repeats finished items. After an unconfirmed request,
 * a tool sends nothing more for this person: a model would call again with slightly different inputs.
 */
export class SendLedger {
  readonly #context: IExecuteFunctions;
  readonly #operation: OnceOperation;
  readonly #sendings: Record<string, SentItem>;
  readonly #failures: Record<string, true>;
  readonly #requests: Record<string, SentItem>;
  readonly #runIndex: number;

  constructor(context: IExecuteFunctions, operation: OnceOperation) {
    this.#context = context;
    this.#operation = operation;
    this.#sendings = getSendings(context);
    this.#failures = getFailures(context);
    this.#requests = getRequests(context);
    this.#runIndex = getRunIndex(context);
  }

  /**
   * Sends an item, unless an earlier attempt has sent it, or an earlier request of this execution
   * is the same. For a tool, an unconfirmed request for the same person also prevents the item. An
   * item that is not sent gets the earlier result, `unconfirmed` if there is no result, or
   * `invalid_request` if the item now has another person or other inputs.
   */
  async sendOnce<T extends object>(
    itemIndex: number,
    requestKey: string,
    send: Send<T>,
  ): Promise<Attempt<T>> {
    const key = `${this.#runIndex}/${itemIndex}`;
    const sending = this.#createSending(itemIndex, requestKey);
    const earlier = this.#sendings[key];
    if (earlier !== undefined) return this.#toAttempt(earlier, sending);

    const requestsInFlight = inFlight.get(this.#requests) ?? new Map<string, Promise<unknown>>();
    inFlight.set(this.#requests, requestsInFlight);
    // Waits for earlier requests: if an answer is lost, nothing more may be sent.
    const queueKey = isTool(this.#context.getNode()) ? getSubjectName(sending) : requestKey;
    for (
      let other = requestsInFlight.get(queueKey);
      other !== undefined;
      other = requestsInFlight.get(queueKey)
    ) {
      await other.catch(() => undefined);
    }
    const earlierRequest = this.#requests[requestKey] ?? this.#findEarlierCall(sending);
    if (earlierRequest !== undefined) return this.#toRepeatedResult(key, earlierRequest, sending);

    const ended = this.#sendFirst(key, requestKey, sending, send).finally(() =>
      requestsInFlight.delete(queueKey),
    );
    requestsInFlight.set(queueKey, ended);
    return ended;
  }

  /** Returns what {@link sendOnce} returns for an earlier request of another run, item or tool call. */
  #toRepeatedResult<T extends object>(key: string, same: SentItem, sending: SentItem): Attempt<T> {
    const { subject, requestKey } = sending;
    const result = this.#toAttempt<T>({ ...same, subject, requestKey }, sending);
    if (!result.ok || same.atMs === undefined) return result;
    const value = { remembered: toSince(same.atMs), ...result.value };
    keep(this.#sendings, key, { ...sending, value });
    return { ok: true, value };
  }

  async #sendFirst<T extends object>(
    key: string,
    requestKey: string,
    sending: SentItem,
    send: Send<T>,
  ): Promise<Attempt<T>> {
    const result = await this.#send(key, sending, send);
    if (result.ok) {
      keep(this.#requests, requestKey, { ...sending, value: result.value as IDataObject });
    } else if (result.failure.code === 'unconfirmed') {
      keep(this.#requests, requestKey, toLostItem(sending, result));
    }
    return result;
  }

  #findEarlierCall(sending: SentItem): SentItem | undefined {
    if (!isTool(this.#context.getNode())) return undefined;
    const all = Object.values(this.#requests);
    const samePerson = all.filter((each) => getSubjectName(each) === getSubjectName(sending));
    const isSameCall = ({ call }: SentItem) => call !== undefined && call === sending.call;
    return samePerson.find(isSameCall) ?? samePerson.find(({ value }) => value === undefined);
  }

  async #send<T extends object>(
    key: string,
    sending: SentItem,
    send: Send<T>,
  ): Promise<Attempt<T>> {
    const failedBefore = Object.hasOwn(this.#failures, key);
    const judge: JudgingRecord['judge'] = (result) =>
      result.ok ? (this.#refuseTakenId(result.value, sending) ?? result) : result;
    const sent = await send({
      judge,
      intend: () => {
        keep(this.#sendings, key, sending);
        return Promise.resolve();
      },
      release: () => {
        Reflect.deleteProperty(this.#sendings, key);
        return Promise.resolve();
      },
    });
    const result = judge(sent);
    if (result.ok) {
      keep(this.#sendings, key, { ...sending, value: result.value as IDataObject });
      return result;
    }
    if (result.failure.code === 'unconfirmed') {
      keep(this.#sendings, key, toLostItem(sending, result));
    }
    this.#failures[key] = true;
    return { ...result, failedBefore: failedBefore || (sent.failedBefore ?? false) };
  }

  #refuseTakenId(value: object, sending: SentItem) {
    const id = getId({ value: value as IDataObject });
    if (id === undefined) return undefined;
    const other = findById(this.#sendings, id) ?? findById(this.#requests, id);
    if (other === undefined) return undefined;
    const where = other.run === sending.run ? '' : `run ${other.run}, `;
    return this.#failUnconfirmed({
      message: `For ${describeRow(sending.row, sending.subject)}, the service returned ${id}, which ${where}${describeRow(other.row, other.subject)} already has. It can belong to only one of them, so it was not used for this row.`,
    });
  }

  #createSending(itemIndex: number, requestKey: string): SentItem {
    const subject = getSubject({ context: this.#context, operation: this.#operation }, itemIndex);
    const call = isTool(this.#context.getNode())
      ? hashArguments(this.#context, itemIndex)
      : undefined;
    return {
      run: this.#runIndex + 1,
      row: itemIndex + 1,
      subject,
      requestKey,
      call,
      atMs: Date.now(),
    };
  }

  #toAttempt<T>(earlier: SentItem, now: SentItem): Attempt<T> {
    const { subject, value, lost, row } = earlier;
    if (subject?.value !== now.subject?.value) {
      return this.#failChanged({
        text: `An earlier try sent this row as ${describeRow(row, subject)}, and now it is about somebody else. The earlier result was not used.`,
        remedy: 'Undo the change to this input.',
      });
    }
    // A tool call is recognised by its arguments, and `$now` in an expression may change its request.
    const isChanged = earlier.requestKey !== now.requestKey && !isTool(this.#context.getNode());
    if (value !== undefined && isChanged) {
      return this.#failChanged({
        text: `An earlier try sent this row with other inputs, as ${getId({ value }) ?? ''}. That result was not used.`,
        remedy:
          'If the earlier inputs are right, undo the change. If the new ones are right, send only this row in a new execution; what the earlier try created stays in the service.',
      });
    }
    if (value !== undefined) return { ok: true, value: value as T };
    const message = 'An earlier try sent this row, and its answer was lost.';
    return { ...this.#failUnconfirmed(lost ?? { message }), failedBefore: true };
  }

  #failChanged({ text, remedy }: { readonly text: string; readonly remedy: string }) {
    return fail({
      code: 'invalid_request',
      operation: this.#operation,
      delivery: 'not_sent',
      mayHaveTakenEffect: true,
      retryCanHelp: false,
      reason: { code: 'other', text },
      remedy: { code: 'other', text: remedy },
    });
  }

  #failUnconfirmed({ message, httpStatus, sendAgain }: NonNullable<SentItem['lost']>) {
    return fail({
      code: 'unconfirmed',
      operation: this.#operation,
      delivery: 'unknown',
      ...getProspects(this.#operation, 'unconfirmed', true),
      reason: { code: 'other', text: message },
      httpStatus,
      sendAgain,
    });
  }
}

// A model may write the same ID in lower case.
const getSubjectName = ({ subject }: SentItem) => subject?.value.toLowerCase() ?? '';

function toLostItem(
  sending: SentItem,
  { failure }: Extract<Result<never>, { ok: false }>,
): SentItem {
  const { message, httpStatus, sendAgain } = failure;
  return { ...sending, lost: { message, httpStatus, sendAgain } };
}

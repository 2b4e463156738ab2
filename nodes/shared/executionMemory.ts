import type { IExecuteFunctions } from 'n8n-workflow';
import { fail, prospects } from '../../src/failures.js';
import { type Failure, hints } from '../../src/failure.js';
import { quote } from '../../src/sanitizedMessage.js';
import type { OperationName } from '../../src/operations.js';
import { RememberedKeys } from './rememberedKeys.js';
import type { JudgingRecord } from './sendLedger.js';
import type { Attempt } from './sendings.js';
import { isTool } from './toolCall.js';

type Send<T> = (record: JudgingRecord) => Promise<Attempt<T>>;

/**
 * Keeps operations with effect `once` from being sent again by a later execution, such as one that is
 * started after a crash. {@link RememberedKeys} stores each item's key: it is recorded before the
 * first attempt, and deleted only on proof that nothing took effect. The send ledger comes first, since
 * it knows more about what this execution has sent.
 */
export class ExecutionMemory {
  readonly #context: IExecuteFunctions;
  readonly #operation: OperationName;
  readonly #keys: RememberedKeys;

  constructor(context: IExecuteFunctions, operation: OperationName) {
    this.#context = context;
    this.#operation = operation;
    this.#keys = new RememberedKeys(context);
  }

  /** Wraps a request so that it is sent only if its key is new; without a key, it is unchanged. */
  guarding<T extends object>(key: string | undefined, send: Send<T>): Send<T> {
    return key === undefined ? send : (record) => this.#sendOnce(key, record, send);
  }

  async #sendOnce<T extends object>(
    key: string,
    record: JudgingRecord,
    send: Send<T>,
  ): Promise<Attempt<T>> {
    const known = await this.#claim(key);
    if (known !== undefined) return { ...fail(known), failedBefore: known.code !== 'not_sent' };

    // The key stays ours during all attempts.
    const sending = { mayHaveTakenEffect: false };
    const sent = await send({
      ...record,
      intend: (attempt) => {
        sending.mayHaveTakenEffect = true;
        return record.intend(attempt);
      },
      release: (reason) => {
        sending.mayHaveTakenEffect = false;
        return record.release(reason);
      },
    });
    const result = record.judge(sent);
    if (!result.ok && sending.mayHaveTakenEffect) {
      return fail({ ...result.failure, sendAgain: onlyWithOtherKey(key) });
    }
    await this.#keep(key, result.ok ? 'close' : 'release');
    return result;
  }

  async #claim(key: string): Promise<Failure | undefined> {
    const state = await this.#keys.claim(key).catch(errorOf);
    const operation = this.#operation;
    if (state === 'new') return undefined;
    if (state === 'done') {
      // Asking has marked it as open again. If that cannot be undone, the item is still done.
      await this.#keep(key, 'close');
      return {
        operation,
        code: 'already_sent',
        mayHaveTakenEffect: true,
        retryCanHelp: false,
        delivery: 'answered',
        message: `Already sent: an earlier execution sent the item with the key ${quote(key)}, and it took effect.`,
        hint: `It was not sent again. ${this.#ifOnPurpose(key)}`,
      };
    }
    if (state === 'open') {
      return {
        operation,
        code: 'unconfirmed',
        ...prospects(operation, 'unconfirmed', true),
        delivery: 'unknown',
        message: `An earlier execution started to send the item with the key ${quote(key)} and did not record the outcome, or is still sending it.`,
        hint: hints.unconfirmed,
        sendAgain: onlyWithOtherKey(key),
      };
    }
    return {
      operation,
      code: 'not_sent',
      delivery: 'not_sent',
      ...prospects(operation, 'not_sent', false),
      message: `The item was not sent because n8n could not record its key ${quote(key)}: ${state.message}`,
      hint: 'Save the workflow, check that the n8n database works, then try again.',
    };
  }

  // A model would follow the instructions.
  #ifOnPurpose(key: string): string {
    return isTool(this.#context.getNode())
      ? 'Do not call this tool again for it.'
      : `To send it a second time on purpose, ${otherKey(key)}`;
  }

  // A failure to record changes no outcome: the next execution reports the open key as unconfirmed.
  async #keep(key: string, change: 'close' | 'release'): Promise<void> {
    const failed = await this.#keys[change](key).catch(errorOf);
    if (failed === undefined) return;
    const message = `n8n could not record the outcome of the item with the key ${quote(key)} (${failed.message}). A later execution will report it as unconfirmed.`;
    this.#context.addExecutionHints({ message, type: 'warning' });
  }
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

// In the data of one item: with another expression, every item would be new and sent again.
function otherKey(key: string): string {
  return `give only this item another key in your data, such as ${quote(`${key}-2`)}. Do not change the expression of the key: every item would then count as new.`;
}

function onlyWithOtherKey(key: string): string {
  return `An item with this key is never sent again. Only if it does not exist in the service and no other execution is running, ${otherKey(key)}`;
}

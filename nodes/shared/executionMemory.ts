import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Failure } from '../../src/failure.js';
import { fail, getProspects, type UnwordedFailure } from '../../src/failures.js';
import type { OnceOperation } from '../../src/operations.js';
import { toErrorMessage } from '../../batch/engine/errors.js';
import { canRemember, type Remembering } from './remember.js';
import { type Claim, expiries, RememberedKeys } from './rememberedKeys.js';
import { createRequestKey } from './requestKey.js';
import { SavedTexts } from './savedTexts.js';
import type { JudgingRecord } from './sendLedger.js';
import { type Attempt, toSince } from './sendings.js';
import { ServiceMemory } from './serviceMemory.js';
import type { Session } from './session.js';
import { isTool } from './toolCall.js';

type Send<T> = (record: JudgingRecord) => Promise<Attempt<T>>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The answer of the service for a key, and the time of the request. */
interface Answer {
  readonly atMs: number;
  readonly value: IDataObject;
}

/**
 * Prevents other executions from sending operations with effect `once` again. {@link
 * RememberedKeys} has the key of each request. The key is recorded before the first attempt, also
 * with *Off* if n8n can store it, and the record is undone only on proof that nothing took effect.
 * {@link SavedTexts} has the answers, if n8n still has them. The nodes use {@link SendLedger}
 * first, because it has more details about requests of this execution.
 */
export class ExecutionMemory {
  readonly #context: IExecuteFunctions;
  readonly #operation: OnceOperation;
  readonly #remembering: Remembering;
  readonly #keys: RememberedKeys;
  readonly #answers: SavedTexts;

  readonly #service: ServiceMemory;
  /** True if a request of this run of the node may have taken effect. */
  #hasSent = false;
  /** True if an item did not reach the service, or its token was refused. */
  #hasWrongCredential = false;

  private constructor(
    { context, options: { remembering } }: Pick<Session, 'context' | 'options'>,
    operation: OnceOperation,
    service: ServiceMemory,
  ) {
    this.#context = context;
    this.#service = service;
    this.#operation = operation;
    this.#remembering = remembering;
    this.#keys = new RememberedKeys(context);
    this.#answers = new SavedTexts(context, 'answers');
  }

  /** Throws a NodeOperationError if {@link ServiceMemory.open} does. */
  static async open(session: Session, operation: OnceOperation): Promise<ExecutionMemory> {
    const { context, options } = session;
    const service = await ServiceMemory.open(context, options.sameService, 'item');
    return new ExecutionMemory(session, operation, service);
  }

  createKey(request: object): string {
    return createRequestKey(this.#operation, this.#service.salt, request);
  }

  /**
   * Wraps a request so that it is sent only if its key was recorded as new and no saved answer is
   * valid. With *Off*, every key is new and no answer is valid.
   */
  guard<T extends object>(key: string, send: Send<T>): Send<T> {
    // Off also works in a workflow that was never saved, and in an old n8n.
    if (this.#remembering === 'off' && !canRemember(this.#context)) return send;
    return (record) => this.#sendOnce(key, record, send);
  }

  /** Saves the answers. Call this after the last item. */
  async close(): Promise<void> {
    this.#answers.save();
    // Without this, an execution that runs at the same time could withdraw the record.
    if (this.#hasSent) await this.#service.confirm().catch(() => undefined);
    // With this record, a corrected credential would look like a change to another service.
    if (this.#hasWrongCredential && !this.#hasSent) await this.#tryToWithdrawService();
  }

  async #claim(key: string): Promise<Claim> {
    await this.#service.record();
    return this.#keys.claim(key, expiries[this.#remembering]);
  }

  async #sendOnce<T extends object>(
    key: string,
    record: JudgingRecord,
    send: Send<T>,
  ): Promise<Attempt<T>> {
    // With Off, the key is recorded too: a later execution with another setting must not repeat the
    // request.
    const claim = await this.#claim(key).catch(toErrorMessage);
    if (typeof claim === 'string') return fail(this.#createNotRecorded(claim));
    const answer = this.#findAnswer(key);
    if (claim.state !== 'new') return this.#toKnownResult(claim, answer);
    if (answer !== undefined && this.#isValid(answer)) {
      await this.#tryToRecord(() => this.#keys.close(key));
      return toRememberedResult(answer);
    }

    const atMs = Date.now();
    // The client releases each attempt that proves to have no effect, but the key stays claimed
    // during all attempts.
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
    this.#hasSent ||= result.ok || sending.mayHaveTakenEffect;
    if (!result.ok && sending.mayHaveTakenEffect) {
      return fail({ ...result.failure, sendAgain });
    }
    // The answer is stored first, because another execution that finds the key done reads the answer.
    if (result.ok) this.#answers.set(key, JSON.stringify({ atMs, value: result.value }));
    await this.#tryToRecord(() =>
      result.ok ? this.#keys.close(key) : this.#keys.withdraw(key, claim),
    );
    this.#hasWrongCredential ||= !result.ok && isWrongCredential(result.failure);
    return result;
  }

  /**
   * Returns true if an answer counts although its key is new: the database or the clock may have
   * been set back.
   */
  #isValid({ atMs }: Answer): boolean {
    if (this.#remembering === 'off') return false;
    return this.#remembering === 'forever' || atMs > Date.now() - dayMs;
  }

  #findAnswer(key: string): Answer | undefined {
    const text = this.#answers.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as Answer);
  }

  #toKnownResult<T extends object>(
    { state, sinceMs }: Claim,
    answer: Answer | undefined,
  ): Attempt<T> {
    // The saved answer belongs to an earlier request if n8n has not saved the latest answer. The time
    // of an answer is taken after the claim, so it may be in the next hour.
    const afterClaimMs = (answer?.atMs ?? NaN) - (sinceMs ?? NaN);
    const belongsToClaim =
      this.#remembering === 'forever' || (afterClaimMs >= 0 && afterClaimMs < 2 * hourMs);
    if (state === 'done' && answer !== undefined && belongsToClaim)
      return toRememberedResult(answer);
    const failure =
      state === 'done' ? this.#createAlreadySent(sinceMs) : this.#createUnconfirmed(sinceMs);
    const known = sinceMs === undefined ? {} : { remembered: toSince(sinceMs) };
    return { ...fail(failure), failedBefore: true, known };
  }

  #createAlreadySent(sinceMs: number | undefined): UnwordedFailure {
    // A model would follow the advice on sending a second time.
    const hint = isTool(this.#context.getNode())
      ? 'It was not sent again. Do not call this tool again for it.'
      : `It was not sent again, and n8n does not have the answer any more: look it up in the service. To send it a second time on purpose, ${sendAlone}`;
    return {
      operation: this.#operation,
      code: 'already_sent',
      mayHaveTakenEffect: true,
      retryCanHelp: false,
      delivery: 'answered',
      reason: {
        code: 'other',
        text: `Already sent: an earlier execution sent ${sameRequest[this.#operation]}${describeHour(sinceMs)}, and it took effect.`,
      },
      remedy: { code: 'other', text: hint },
    };
  }

  #createUnconfirmed(sinceMs: number | undefined): UnwordedFailure {
    return {
      operation: this.#operation,
      code: 'unconfirmed',
      ...getProspects(this.#operation, 'unconfirmed', true),
      delivery: 'unknown',
      reason: {
        code: 'other',
        text: `Another execution began to send ${sameRequest[this.#operation]}${describeHour(sinceMs)}, and has not recorded the outcome, or is still sending it.`,
      },
      sendAgain,
    };
  }

  #createNotRecorded(message: string): UnwordedFailure {
    return {
      operation: this.#operation,
      code: 'not_sent',
      delivery: 'not_sent',
      ...getProspects(this.#operation, 'not_sent', false),
      reason: {
        code: 'other',
        text: `The item was not sent because n8n could not record it: ${message}`,
      },
      remedy: {
        code: 'other',
        text: 'Save the workflow, and check that the n8n database works.',
      },
    };
  }

  // A failure to record changes no outcome of this execution.
  async #tryToRecord(change: () => Promise<void>): Promise<void> {
    const failed = await change().catch(toErrorMessage);
    if (failed === undefined) return;
    const message = `n8n could not record the outcome of an item (${failed}). A later execution will report it as unconfirmed.`;
    this.#context.addExecutionHints({ message, type: 'warning' });
  }

  async #tryToWithdrawService(): Promise<void> {
    const failed = await this.#service.withdraw().catch(toErrorMessage);
    if (failed === undefined) return;
    const message = `n8n could not withdraw its record of this service (${failed}). After the credential is corrected, the node may refuse it as another service; its error then names the option to set.`;
    this.#context.addExecutionHints({ message, type: 'warning' });
  }
}

function isWrongCredential({ code }: Failure): boolean {
  return code === 'unauthorized' || code === 'not_sent';
}

function toRememberedResult<T>({ atMs, value }: Answer): Attempt<T> {
  return { ok: true, value: { ...value, remembered: toSince(atMs) } as T };
}

const sameRequest: Readonly<Record<OnceOperation, string>> = {
  rwa_create: 'the same inputs',
  create_pending_user: 'an invitation to the same email',
};

function describeHour(sinceMs: number | undefined): string {
  if (sinceMs === undefined) return '';
  const [day, time] = new Date(sinceMs).toISOString().split('T');
  return ` on ${day ?? ''}, in the hour from ${time?.slice(0, 5) ?? ''} UTC`;
}

const sendAlone =
  'execute the workflow with this item alone and Remember Across Executions set to Off. Then set it back.';

const sendAgain = `No execution sends it again by itself. Only if it does not exist in the service and no other execution is running, ${sendAlone}`;

import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { serviceKey } from '../../src/baseUrl.js';
import { toErrorMessage } from '../../batch/engine/errors.js';
import { hashKeyedBy } from '../../batch/engine/intake/rowKey.js';
import { type Credential, credentialName, readCredential } from './credential.js';
import { canRemember } from './remember.js';
import { RememberedKeys } from './rememberedKeys.js';
import { type SentThing, type ServiceDecision, serviceLabels } from './serviceOptions.js';

/** Advice if the node has worked with several services, and this may be one of them. */
const adviceForSeveral: Readonly<Record<SentThing, string>> = {
  row: 'If it is one of them, add a new Assess Sheet node for it, and give that node only workbooks that this one has returned.',
  item: 'If it is one of them, restore its earlier base URL and token. If that is impossible, look up in the service which items exist there, and leave these out of this workflow.',
};

/** The key that is recorded when the node sends something for the first time. */
const anySentKey = 'service';
/** The key that is recorded when the node first sends to a service declared to be another one. */
const anotherSentKey = 'another service';

/** The length of the code that a person enters, as in the editor's placeholder. */
const codeChars = 6;

/**
 * The part of a node's memory that belongs to one service and company. The spelling of the base URL
 * makes no difference. After another change of base URL or token, a person decides whether service and
 * company are still the same, because the node cannot find out.
 */
export class ServiceMemory {
  /** The salt for the keys of sent rows or items. A service that was declared to be another has its own. */
  readonly salt: string;
  readonly #context: IExecuteFunctions;
  /** Keys to record before anything is sent. */
  readonly #unrecorded: readonly string[];
  #recording: Promise<void> | undefined;

  private constructor(
    context: IExecuteFunctions,
    salt: string,
    unrecorded: readonly string[] = [],
  ) {
    this.#context = context;
    this.salt = salt;
    this.#unrecorded = unrecorded;
  }

  /**
   * Opens the memory for the node's credential. Throws a NodeOperationError if n8n cannot read the
   * memory, or if the node has sent to another service and the options do not decide about this one.
   */
  static async open(
    context: IExecuteFunctions,
    decision: ServiceDecision,
    sent: SentThing,
  ): Promise<ServiceMemory> {
    const keys = new RememberedKeys(context);
    const { id } = context.getNode();
    const service = await hashService(context);
    const [firstSalt, anotherSalt] = [`${id} `, `${id} ${service}`];
    if (!canRemember(context)) return new ServiceMemory(context, firstSalt);

    const [ownKey, ownKeyAsAnother] = [`service ${service}`, `another service ${service}`];
    const peekAll = () =>
      Promise.all(
        [ownKey, ownKeyAsAnother, anySentKey, anotherSentKey].map((key) => keys.peek(key)),
      );
    const states = await runInTurn(context, peekAll).catch(toErrorMessage);
    const createError = (message: string, description: string) =>
      new NodeOperationError(context.getNode(), message, {
        description: `${description} Nothing was sent.`,
      });
    if (typeof states === 'string') {
      throw createError(
        `n8n could not read which ${sent}s this node has sent (${states})`,
        'Check that the n8n database works.',
      );
    }
    const [ownState, anotherState, anyState, anotherAnyState] = states;
    // In doubt, such as after a crash during `peek`, the service counts as known.
    if (ownState !== 'new') return new ServiceMemory(context, firstSalt);
    if (anotherState === 'done') return new ServiceMemory(context, anotherSalt);
    if (anyState === 'new') return new ServiceMemory(context, firstSalt, [ownKey, anySentKey]);

    const code = service.slice(0, codeChars);
    const message = `This node has sent ${sent}s to another base URL or with another token`;
    const { same, another: other } = serviceLabels;
    if (decision.anotherService === code && decision.sameService === code) {
      throw createError(
        message,
        `The code ${code} is in ${same} and in ${other}. Clear one of them.`,
      );
    }
    if (decision.anotherService === code) {
      return new ServiceMemory(context, anotherSalt, [anotherSentKey, ownKeyAsAnother]);
    }
    const countAsNew = `enter ${code} in the option ${other}: then every ${sent} counts as new there.`;
    if (anotherAnyState !== 'new') {
      throw createError(
        message,
        `It has worked with several services, so it cannot know which one this may be. ${adviceForSeveral[sent]} If it is none of them, ${countAsNew}`,
      );
    }
    if (decision.sameService === code) return new ServiceMemory(context, firstSalt, [ownKey]);
    throw createError(
      message,
      `If service and company are the same as before, enter ${code} in the option ${same}: then no ${sent} is sent again${sent === 'item' ? ' that the node remembers' : ''}. If not, ${countAsNew}`,
    );
  }

  /** Records that this service is used. Call it before anything is sent. */
  record(): Promise<void> {
    this.#recording ??= runInTurn(this.#context, () => this.#record());
    return this.#recording;
  }

  /** Undoes {@link record}. Allowed only if nothing took effect: the service was not reached, or refused the token. */
  async withdraw(): Promise<void> {
    if (this.#recording === undefined) return;
    const keys = new RememberedKeys(this.#context);
    const release = () => Promise.all(this.#unrecorded.map((key) => keys.release(key)));
    await runInTurn(this.#context, release);
  }

  async #record(): Promise<void> {
    const keys = new RememberedKeys(this.#context);
    for (const key of this.#unrecorded) {
      await keys.claim(key);
      await keys.close(key);
    }
  }
}

const lastTurns = new Map<string, Promise<unknown>>();

/** Runs `work` after that of other executions of the node, because `peek` briefly records a key. */
function runInTurn<T>(context: IExecuteFunctions, work: () => Promise<T>): Promise<T> {
  const node = `${String(context.getWorkflow().id)}/${context.getNode().id}`;
  const turn = (lastTurns.get(node) ?? Promise.resolve()).then(work);
  lastTurns.set(
    node,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Identifies service and company without revealing the token. */
async function hashService(context: IExecuteFunctions): Promise<string> {
  const { baseUrl, token } = readCredential(
    await context.getCredentials<Credential>(credentialName),
  );
  return hashKeyedBy(`${context.getNode().id} ${token}`)(serviceKey(baseUrl)).replaceAll(/\W/g, '');
}

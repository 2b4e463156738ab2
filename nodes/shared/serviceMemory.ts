import { type IExecuteFunctions, type INodeProperties, NodeOperationError } from 'n8n-workflow';
import { createServiceKey } from '../../src/baseUrl.js';
import { toErrorMessage } from '../../batch/engine/errors.js';
import { createSaltedHash } from '../../batch/engine/intake/rowKey.js';
import { type Credential, credentialName, readCredential } from './credential.js';
import { canRemember } from './remember.js';
import { RememberedKeys } from './rememberedKeys.js';
import { deleteImportedTexts } from './savedTexts.js';

/** The word for what a node sends. */
type SentThing = 'row' | 'item';

const optionLabel = 'Same Service';

/**
 * Creates the option with which a person confirms that service and company are the same after a change
 * of base URL or token.
 */
export function createServiceProperty(sent: SentThing): INodeProperties {
  return {
    displayName: optionLabel,
    name: 'sameService',
    type: 'string',
    default: '',
    noDataExpression: true,
    placeholder: 'e.g. 3f9a2c',
    description: `The code that the node shows after a change of base URL or token, if service and company are the same: ${sent}s that were sent before are not sent again`,
  };
}

/** The key that is recorded when the node sends something for the first time. */
const anySentKey = 'service';

/** The length of the code that a person enters, as in the editor's placeholder. */
const codeChars = 6;

/**
 * The services to which a node has sent something. The spelling of the base URL makes no difference.
 * After another change of base URL or token, a person decides whether service and company are still the
 * same, because the node cannot find out. A node works with one service only: n8n gives a copy of the
 * node another ID, so it has an empty memory.
 */
export class ServiceMemory {
  /** The salt for the keys of sent rows or items. */
  readonly salt: string;
  readonly #context: IExecuteFunctions;
  /** Keys to record before anything is sent. */
  readonly #unrecorded: readonly string[];
  /** Undefined if n8n cannot remember, or if {@link confirm} was called before. */
  readonly #unconfirmedService: string | undefined;
  #recording: Promise<void> | undefined;

  private constructor(
    context: IExecuteFunctions,
    unconfirmedService?: string,
    unrecorded: readonly string[] = [],
  ) {
    this.#context = context;
    this.salt = context.getNode().id;
    this.#unconfirmedService = unconfirmedService;
    this.#unrecorded = unrecorded;
  }

  /**
   * Opens the memory for the node's credential. `sameService` is the code that a person has
   * entered. Throws a NodeOperationError if n8n cannot read the memory, or if the node has sent to
   * another service and the code is not the code of this service.
   */
  static async open(
    context: IExecuteFunctions,
    sameService: string,
    sent: SentThing,
  ): Promise<ServiceMemory> {
    if (!canRemember(context)) return new ServiceMemory(context);
    const keys = new RememberedKeys(context);
    const service = await hashService(context);
    const ownKey = toOwnKey(service);
    const wanted = [ownKey, anySentKey, toUsedKey(service)];
    const states = await Promise.all(wanted.map((key) => keys.peek(key))).catch(toErrorMessage);
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
    const [ownState, anyState, usedState] = states;
    const unconfirmed = usedState === 'new' ? service : undefined;
    // In doubt, such as after a crash during `peek`, the service counts as known.
    if (ownState !== 'new') return new ServiceMemory(context, unconfirmed);
    if (anyState === 'new') {
      deleteImportedTexts(context);
      return new ServiceMemory(context, unconfirmed, [ownKey, anySentKey]);
    }
    const code = service.slice(0, codeChars);
    if (sameService === code) return new ServiceMemory(context, unconfirmed, [ownKey]);
    throw createError(
      `This node has sent ${sent}s to another base URL or with another token`,
      `If service and company are the same as before, enter ${code} in the option ${optionLabel}: then no ${sent} is sent again${sent === 'item' ? ' that the node remembers' : ''}. If not, duplicate the node and use the copy instead: its memory is empty, so every ${sent} counts as new.`,
    );
  }

  /** Records that this service is used. Call this before anything is sent. */
  record(): Promise<void> {
    this.#recording ??= runInTurn(this.#context, () => this.#record()).catch((error: unknown) => {
      // The database may work again for the next item.
      this.#recording = undefined;
      throw error;
    });
    return this.#recording;
  }

  /**
   * Undoes {@link record}. Call this only after the last item, and only if no item took effect: the
   * service was not reached, or refused the token. Does nothing if another execution has called
   * {@link confirm}.
   */
  async withdraw(): Promise<void> {
    const service = this.#unconfirmedService;
    if (this.#recording === undefined || service === undefined) return;
    const keys = new RememberedKeys(this.#context);
    await runInTurn(this.#context, async () => {
      if ((await keys.peek(toUsedKey(service))) !== 'new') return;
      await Promise.all(this.#unrecorded.map((key) => keys.release(key)));
    });
  }

  /**
   * Records that an item may have taken effect. Call this after the last item: another execution may
   * have withdrawn its record of the same service meanwhile.
   */
  async confirm(): Promise<void> {
    const service = this.#unconfirmedService;
    if (service === undefined) return;
    const keys = new RememberedKeys(this.#context);
    const names = [toOwnKey(service), anySentKey, toUsedKey(service)];
    await runInTurn(this.#context, () => recordAll(keys, names));
  }

  #record(): Promise<void> {
    return recordAll(new RememberedKeys(this.#context), this.#unrecorded);
  }
}

function toOwnKey(service: string): string {
  return `service ${service}`;
}

function toUsedKey(service: string): string {
  return `used service ${service}`;
}

async function recordAll(keys: RememberedKeys, names: readonly string[]): Promise<void> {
  for (const key of names) {
    await keys.claim(key);
    await keys.close(key);
  }
}

const lastTurns = new Map<string, Promise<unknown>>();

/**
 * Runs `work` after that of other executions of the node: no execution may record the service between the
 * two steps of {@link ServiceMemory.withdraw}.
 */
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
  return createSaltedHash(`${context.getNode().id} ${token}`)(createServiceKey(baseUrl)).replaceAll(
    /\W/g,
    '',
  );
}

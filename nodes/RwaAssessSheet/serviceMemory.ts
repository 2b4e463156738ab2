import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { serviceKey } from '../../src/baseUrl.js';
import { messageOf } from '../../batch/engine/errors.js';
import { hashKeyedBy } from '../../batch/engine/intake/rowKey.js';
import { type Credential, credentialName, readCredential } from '../shared/credential.js';
import { canRemember } from '../shared/remember.js';
import { RememberedKeys } from '../shared/rememberedKeys.js';
import { sheetOption } from './properties.js';

/** The codes that a person has entered about a service that has changed. The node has shown them. */
export interface ServiceDecision {
  readonly sameService: string;
  readonly anotherService: string;
}

/** The options that take a decision. */
export const serviceOptions = ['sameService', 'anotherService'] as const;

/** The key that is recorded when the node sends its first row. */
const anySent = 'service';
/** The key that is recorded when the node sends a row to a service that a person has called another one. */
const anotherSent = 'another service';

const codeChars = 6;

/**
 * The part of a node's memory that belongs to one service and company. A node works with one of them, in
 * whatever spelling of its base URL. With another base URL or token, it cannot know whether the rows that it
 * has sent exist there: a person decides.
 */
export class ServiceMemory {
  /** The salt of the keys of rows. Another service has its own. */
  readonly salt: string;
  readonly #context: IExecuteFunctions;
  /** Keys to record before the first row is sent. */
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
   * Opens the memory for the node's credential. Throws a NodeOperationError if rows were sent to another
   * service, and nobody has decided about this one.
   */
  static async open(context: IExecuteFunctions, decision: ServiceDecision): Promise<ServiceMemory> {
    const keys = new RememberedKeys(context);
    const { id } = context.getNode();
    const service = await hashService(context);
    const [first, another] = [`${id} `, `${id} ${service}`];
    if (!canRemember(context)) return new ServiceMemory(context, first);

    const [own, ofAnother] = [`service ${service}`, `another service ${service}`];
    const ask = () =>
      Promise.all([own, ofAnother, anySent, anotherSent].map((key) => keys.peek(key)));
    const states = await inTurn(context, ask).catch(messageOf);
    const refuse = (message: string, description: string) =>
      new NodeOperationError(context.getNode(), message, {
        description: `${description} Nothing was sent.`,
      });
    if (typeof states === 'string') {
      throw refuse(
        `n8n could not read which rows this node has sent (${states})`,
        'Check that the n8n database works.',
      );
    }
    const [ownState, anotherState, anyState, anotherAnyState] = states;
    // In doubt, such as after a crash during the question, nothing is new.
    if (ownState !== 'new') return new ServiceMemory(context, first);
    if (anotherState === 'done') return new ServiceMemory(context, another);
    if (anyState === 'new') return new ServiceMemory(context, first, [own, anySent]);

    const code = service.slice(0, codeChars);
    if (decision.anotherService === code) {
      return new ServiceMemory(context, another, [anotherSent, ofAnother]);
    }
    const change = 'This node has sent rows to another base URL or with another token';
    const [same, other] = serviceOptions.map((name) => sheetOption(name)?.displayName ?? name);
    const count = `If not, enter ${code} in the option ${other}: then every row counts as new there.`;
    if (anotherAnyState !== 'new') {
      throw refuse(
        change,
        `It has worked with several services, so it cannot know which one this may be. If it is one of them, add a new Assess Sheet node for it, and give that node only workbooks that came out of this one. ${count}`,
      );
    }
    if (decision.sameService === code) return new ServiceMemory(context, first, [own]);
    throw refuse(
      change,
      `If service and company are the same as before, enter ${code} in the option ${same}: then no row is sent again. ${count}`,
    );
  }

  /** Records, before the first row is sent, that rows are sent to this service. */
  record(): Promise<void> {
    this.#recording ??= inTurn(this.#context, () => this.#record());
    return this.#recording;
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

/** Runs `work` after that of other executions of the node: a question for a key records it for a moment. */
function inTurn<T>(context: IExecuteFunctions, work: () => Promise<T>): Promise<T> {
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

import type { IExecuteFunctions } from 'n8n-workflow';
import { grouped } from './grouped.js';

/**
 * What is known of a key: nothing, and it is recorded now (`new`); the item was begun and its end was
 * not recorded (`open`); it was sent and took effect (`done`).
 */
type KeyState = 'new' | 'open' | 'done';

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

interface Change {
  readonly helpers: Helpers;
  readonly key: string;
  readonly change: 'claim' | 'close' | 'release';
}

/**
 * Keys that n8n keeps in its database for one node of one workflow, by the helpers of its own Remove
 * Duplicates node. They are written before a call returns, also in manual executions, and last until
 * the workflow or the node is deleted. n8n stores a hash of each, in one row that every change reads
 * and writes as a whole. So the changes of one process go one after the other, and those that come
 * together share one reading and writing; between two processes nothing keeps them apart.
 */
export class RememberedKeys {
  readonly #helpers: Helpers;
  readonly #change: (change: Change) => Promise<KeyState>;

  constructor(context: IExecuteFunctions) {
    this.#helpers = context.helpers;
    this.#change = changesOf(`${String(context.getWorkflow().id)}/${context.getNode().id}`);
  }

  /**
   * Records a key as open unless it is known, and says what was known of it. Asking records what is
   * asked for: what was done is open again now, and is to be closed again.
   */
  claim(key: string): Promise<KeyState> {
    return this.#ask(key, 'claim');
  }

  /** Records that an open key is done. */
  async close(key: string): Promise<void> {
    await this.#ask(key, 'close');
  }

  /** Forgets a key. */
  async release(key: string): Promise<void> {
    await this.#ask(key, 'release');
  }

  #ask(key: string, change: Change['change']): Promise<KeyState> {
    return this.#change({ helpers: this.#helpers, key, change });
  }
}

// For the life of the process, for the executions of a workflow run beside each other.
const changesByNode = new Map<string, (change: Change) => Promise<KeyState>>();

function changesOf(node: string) {
  const changes = changesByNode.get(node) ?? grouped(carryOut);
  changesByNode.set(node, changes);
  return changes;
}

// Two entries for each key. The helpers cannot be asked without recording, so the second one stands
// for "open" and not for "done": a crash while it is asked for leaves the key open, which nobody
// takes for done.
const sent = (key: string) => `sent ${key}`;
const open = (key: string) => `open ${key}`;

const inEntries = ['node', { mode: 'entries' }] as const;

async function carryOut(changes: readonly Change[]): Promise<KeyState[]> {
  const [first] = changes;
  if (first === undefined) return [];
  const { helpers } = first;

  const removed = changes.flatMap(({ key, change }) => {
    if (change === 'claim') return [];
    return change === 'close' ? [open(key)] : [open(key), sent(key)];
  });
  if (removed.length > 0) await helpers.removeProcessed(removed, ...inEntries);

  const asked = new Set(changes.filter(({ change }) => change === 'claim').map(({ key }) => key));
  if (asked.size === 0) return changes.map(() => 'done');
  const entries = [...asked].flatMap((key) => [sent(key), open(key)]);
  const answer = await helpers.checkProcessedAndRecord(entries, ...inEntries);
  const recorded = new Set(answer.new);

  const taken = new Set<string>();
  return changes.map(({ key, change }) => {
    if (change !== 'claim') return 'done';
    if (!recorded.has(open(key))) return 'open';
    if (!recorded.has(sent(key))) return 'done';
    // Several executions may ask for one key at the same time: it is new for the first of them.
    if (taken.has(key)) return 'open';
    taken.add(key);
    return 'new';
  });
}

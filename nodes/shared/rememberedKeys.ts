import type { IExecuteFunctions } from 'n8n-workflow';
import { grouped } from './grouped.js';

/**
 * The state of a key: unknown and recorded now (`new`); the item was started and its outcome was not
 * recorded (`open`); it was sent and took effect (`done`).
 */
export type KeyState = 'new' | 'open' | 'done';

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

interface Change {
  readonly helpers: Helpers;
  readonly key: string;
  readonly change: 'claim' | 'close' | 'release';
}

/**
 * Keys that n8n stores in its database for one node of one workflow, through the helpers of its own
 * Remove Duplicates node. They are written before a call returns, also in manual executions, and last
 * until the workflow or the node is deleted. n8n stores the hashes in one row, which every change reads
 * and writes as a whole. So the changes of one process are made one after the other, and simultaneous
 * ones share one read and write; nothing coordinates two processes.
 */
export class RememberedKeys {
  readonly #helpers: Helpers;
  readonly #change: (change: Change) => Promise<KeyState>;

  constructor(context: IExecuteFunctions) {
    this.#helpers = context.helpers;
    this.#change = changesOf(`${String(context.getWorkflow().id)}/${context.getNode().id}`);
  }

  /**
   * Records a key as open unless it is known, and returns its earlier state. Asking also records: a key
   * that was done is open afterwards and must be closed again.
   */
  claim(key: string): Promise<KeyState> {
    return this.#ask(key, 'claim');
  }

  /** Records that an open key is done. */
  async close(key: string): Promise<void> {
    await this.#ask(key, 'close');
  }

  /** The state of a key, which stays as it is. A crash during the question leaves it open, never done. */
  async peek(key: string): Promise<KeyState> {
    const state = await this.claim(key);
    await this.restore(key, state);
    return state;
  }

  /** Undoes a claim that has found this state. */
  async restore(key: string, state: KeyState): Promise<void> {
    if (state !== 'open') await this.#ask(key, state === 'done' ? 'close' : 'release');
  }

  /** Forgets a key. */
  async release(key: string): Promise<void> {
    await this.#ask(key, 'release');
  }

  #ask(key: string, change: Change['change']): Promise<KeyState> {
    return this.#change({ helpers: this.#helpers, key, change });
  }
}

// Kept for the life of the process, since executions of a workflow run side by side.
const changesByNode = new Map<string, (change: Change) => Promise<KeyState>>();

function changesOf(node: string) {
  const changes = changesByNode.get(node) ?? grouped(carryOut);
  changesByNode.set(node, changes);
  return changes;
}

// Two entries for each key. The helpers cannot be asked without recording, so the second entry means
// "open" and not "done": a crash during a question leaves the key open, never done.
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
    // Several executions may ask for one key at the same time: it is new only for the first.
    if (taken.has(key)) return 'open';
    taken.add(key);
    return 'new';
  });
}

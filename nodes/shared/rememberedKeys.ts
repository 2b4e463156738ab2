import type { IExecuteFunctions } from 'n8n-workflow';
import { groupCalls } from './groupCalls.js';
import type { Remembering } from './remember.js';

/**
 * `new`: the key was unknown or expired, and is now recorded. `open`: its item was started, but no
 * outcome was recorded. `done`: its item was sent and took effect.
 */
export type KeyState = 'new' | 'open' | 'done';

export interface Claim {
  readonly state: KeyState;
  /**
   * The hour in which the item of a known key was sent; set only for `afterDay`, if it is recent.
   */
  readonly sinceMs?: number | undefined;
  /** The entries that the claim of a new key has added; for {@link RememberedKeys.withdraw}. */
  readonly added?: readonly string[];
  /** The state of a new key before its claim, whether or not it had expired. */
  readonly before?: KeyState;
}

/**
 * The time after which keys that are done count as new. Open keys never expire, except with `atOnce`:
 * then every key counts as new, since a person has chosen to send it again.
 */
export type Expiry = 'atOnce' | 'afterDay' | 'never';

export const expiries: Readonly<Record<Remembering, Expiry>> = {
  off: 'atOnce',
  day: 'afterDay',
  forever: 'never',
};

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

interface Change {
  readonly helpers: Helpers;
  readonly key: string;
  readonly change: 'claim' | 'peek' | 'close' | 'release' | 'withdraw';
  readonly expiry: Expiry;
  /** The entries that `withdraw` removes. */
  readonly added?: readonly string[];
}

/**
 * Keys that n8n stores in its database for one node of one workflow, through the helpers of n8n's
 * Remove Duplicates node. They are written before a call returns, also in manual executions, and
 * last until the workflow or the node is deleted. Each change reads and writes all keys of a node.
 * So one process makes its changes one after the other, and groups simultaneous changes; nothing
 * coordinates two processes.
 */
export class RememberedKeys {
  readonly #helpers: Helpers;
  readonly #change: (change: Change) => Promise<Claim>;

  constructor(context: IExecuteFunctions) {
    this.#helpers = context.helpers;
    this.#change = groupChanges(`${String(context.getWorkflow().id)}/${context.getNode().id}`);
  }

  /**
   * Records a key as open if it is unknown or expired, and returns its state. Any other key stays
   * as it is; if n8n crashes meanwhile, the key is left open, never done.
   */
  claim(key: string, expiry: Expiry = 'never'): Promise<Claim> {
    return this.#send(key, 'claim', expiry);
  }

  /** Records that an open key is done; does nothing for other keys. */
  async close(key: string): Promise<void> {
    await this.#send(key, 'close');
  }

  /** Returns the state of a key, without changing it. */
  async peek(key: string): Promise<KeyState> {
    const { state } = await this.#send(key, 'peek');
    return state;
  }

  async release(key: string): Promise<void> {
    await this.#send(key, 'release');
  }

  /** Undoes a claim of a new key, so that the key is as it was before. */
  async withdraw(key: string, { added = [] }: Claim): Promise<void> {
    await this.#change({
      helpers: this.#helpers,
      key,
      change: 'withdraw',
      expiry: 'never',
      added,
    });
  }

  #send(key: string, change: Change['change'], expiry: Expiry = 'never'): Promise<Claim> {
    return this.#change({ helpers: this.#helpers, key, change, expiry });
  }
}

// All executions in the process share this map, because they can run at the same time.
const changesByNode = new Map<string, (change: Change) => Promise<Claim>>();

function groupChanges(node: string) {
  const changes = changesByNode.get(node) ?? groupCalls(carryOut);
  changesByNode.set(node, changes);
  return changes;
}

// The three entries of a key. The helpers cannot look an entry up without recording it, so the second
// entry means "open" and not "done": a crash during a lookup leaves the key open, never done. The third
// entry contains the hour of sending, because the helpers store no times.
const toSentEntry = (key: string) => `sent ${key}`;
const toOpenEntry = (key: string) => `open ${key}`;
const toHourEntry = (hour: number, key: string) => `at ${hour} ${key}`;

const hourMs = 3_600_000;
const hoursKept = 24;

const inEntries = ['node', { mode: 'entries' }] as const;

async function carryOut(changes: readonly Change[]): Promise<Claim[]> {
  const [first] = changes;
  if (first === undefined) return [];
  const { helpers } = first;
  const nowHour = Math.floor(Date.now() / hourMs);

  const removed = changes.flatMap(({ key, change, added = [] }) => {
    if (change === 'claim' || change === 'peek') return [];
    if (change === 'withdraw') return added;
    return change === 'close'
      ? [toOpenEntry(key)]
      : [
          toOpenEntry(key),
          toSentEntry(key),
          toHourEntry(nowHour, key),
          toHourEntry(nowHour - 1, key),
        ];
  });
  if (removed.length > 0) await helpers.removeProcessed(removed, ...inEntries);

  const claims = changes.filter(({ change }) => change === 'claim');
  const peeks = changes.filter(({ change }) => change === 'peek');
  const states = await peekAll(helpers, peeks, nowHour);
  const answers = await claimAll(helpers, claims, nowHour);
  const claimedKeys = listKeysExpiring('atOnce', claims);
  return changes.map(({ key, change, expiry }) => {
    if (change === 'peek') return { state: states.get(key)?.state ?? 'new' };
    const claim = answers.get(key);
    if (change !== 'claim' || claim === undefined) return { state: 'done' };
    if (claim.state !== 'new' || expiry === 'atOnce') return claim;
    // Several executions may ask for one key at the same time. The key is new for every claim with
    // `atOnce`; if there is no such claim, it is new only for the first claim.
    if (claimedKeys.has(key)) return { state: 'open' };
    claimedKeys.add(key);
    return claim;
  });
}

function listKeysExpiring(wanted: Expiry, claims: readonly Change[]): Set<string> {
  return new Set(claims.flatMap(({ key, expiry }) => (expiry === wanted ? [key] : [])));
}

async function claimAll(
  helpers: Helpers,
  claims: readonly Change[],
  nowHour: number,
): Promise<ReadonlyMap<string, Claim>> {
  if (claims.length === 0) return new Map();
  const keys = [...new Set(claims.map(({ key }) => key))];
  const record = async (entries: string[]) => {
    if (entries.length === 0) return new Set<unknown>();
    const answer = await helpers.checkProcessedAndRecord(entries, ...inEntries);
    return new Set<unknown>(answer.new);
  };
  const recorded = await record(
    keys.flatMap((key) => [toSentEntry(key), toOpenEntry(key), toHourEntry(nowHour, key)]),
  );
  const isKnown = (key: string) =>
    !recorded.has(toSentEntry(key)) || !recorded.has(toOpenEntry(key));
  const lastingKeys = listKeysExpiring('never', claims);
  const renewedKeys = listKeysExpiring('atOnce', claims);

  const expiringKeys = keys.filter(
    (key) => isKnown(key) && !lastingKeys.has(key) && !renewedKeys.has(key),
  );
  const newHourEntries = await record(
    expiringKeys.flatMap((key) => listOtherHours(nowHour).map((hour) => toHourEntry(hour, key))),
  );
  const findHour = (key: string) => {
    if (!expiringKeys.includes(key)) return undefined;
    if (!recorded.has(toHourEntry(nowHour, key))) return nowHour;
    return listOtherHours(nowHour).find((hour) => !newHourEntries.has(toHourEntry(hour, key)));
  };

  const answers = new Map<string, Claim>();
  const entriesToRemove = [...newHourEntries] as string[];
  for (const key of keys) {
    const added = [toSentEntry(key), toOpenEntry(key), toHourEntry(nowHour, key)].filter((entry) =>
      recorded.has(entry),
    );
    const hour = findHour(key);
    const isDone = recorded.has(toOpenEntry(key));
    const isExpired = isDone && !lastingKeys.has(key) && hour === undefined;
    const state = isDone ? 'done' : 'open';
    if (!isKnown(key) || renewedKeys.has(key) || isExpired) {
      answers.set(key, { state: 'new', added, before: isKnown(key) ? state : 'new' });
      continue;
    }
    answers.set(key, {
      state,
      sinceMs: hour === undefined ? undefined : hour * hourMs,
    });
    entriesToRemove.push(...added.filter((entry) => entry !== toSentEntry(key)));
  }
  if (entriesToRemove.length > 0) await helpers.removeProcessed(entriesToRemove, ...inEntries);
  return answers;
}

/** Claims the keys, and removes the entries of new keys at once. */
async function peekAll(
  helpers: Helpers,
  peeks: readonly Change[],
  nowHour: number,
): Promise<ReadonlyMap<string, Claim>> {
  const states = await claimAll(helpers, peeks, nowHour);
  const entriesToRemove = Array.from(states.values(), ({ added = [] }) => added).flat();
  if (entriesToRemove.length > 0) await helpers.removeProcessed(entriesToRemove, ...inEntries);
  return states;
}

/**
 * Lists all other hours that count as recent, latest first. It includes future hours, since the clock
 * may have been set back.
 */
function listOtherHours(nowHour: number): number[] {
  const hours = Array.from(
    { length: 2 * hoursKept + 1 },
    (_, index) => nowHour + hoursKept - index,
  );
  return hours.filter((hour) => hour !== nowHour);
}

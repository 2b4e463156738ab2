import type { Lock } from '../../engine/journal/journalStore.js';
import type { Store } from '../db/store.js';

/** Readers use this, and work whose caller already has the lock. */
export const noLock: Lock = { findLoss: () => undefined, release: () => Promise.resolve() };

export interface SheetLock extends Lock {
  /** If this is true in a transaction, the holder keeps the lock until the transaction ends. */
  isMine(store: Store): Promise<boolean>;
}

/** A sheet has one holder at a time, across all machines. */
export interface JournalLocks {
  /** {@link SheetLocks} also returns true if a caller waits for the sheet. */
  has(sheet: string): Promise<boolean>;
  /** Asks a run that has the lock to release it. */
  take(sheet: string): Promise<SheetLock>;
  /** Makes an active run plan again instead of ending. Call this while holding the lock, before the journal changes. */
  requestReplan(sheet: string): Promise<void>;
}

export async function runWithLock<T>(
  locks: Pick<JournalLocks, 'take'>,
  owner: string,
  work: (lock: Lock) => Promise<T>,
): Promise<T> {
  const lock = await locks.take(owner);
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}

/** `work` must not take another lock. */
export function runWithOptionalLock<T>(
  locks: Pick<JournalLocks, 'take'>,
  name: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  return name === undefined ? work() : runWithLock(locks, name, work);
}

interface SheetUse {
  /** Callers that have the sheet or wait for it. */
  count: number;
  /** The end of the queue. A run joins it after all other callers. */
  last: Promise<unknown>;
  releaseRun: (() => void) | undefined;
}

export class SheetLocks implements JournalLocks {
  readonly #uses = new Map<string, SheetUse>();
  readonly #onWaited: ((ms: number) => void) | undefined;

  constructor(onWaited?: (ms: number) => void) {
    this.#onWaited = onWaited;
  }

  has(sheet: string): Promise<boolean> {
    return Promise.resolve(this.#uses.has(sheet));
  }

  async take(sheet: string): Promise<SheetLock> {
    const beganMs = performance.now();
    const use = this.#addCaller(sheet);
    use.releaseRun?.();
    const lock = await this.#waitForTurn(sheet, use);
    this.#onWaited?.(performance.now() - beganMs);
    return lock;
  }

  requestReplan(): Promise<void> {
    // A run that was asked to release the sheet plans again by itself, even at its end.
    return Promise.resolve();
  }

  /** Waits for all other callers. Calls `releaseRun` as soon as another caller waits for the sheet. */
  async takeForRun(sheet: string, releaseRun: () => void): Promise<SheetLock> {
    const use = this.#addCaller(sheet);
    for (let last; last !== use.last;) {
      last = use.last;
      await last;
    }
    use.releaseRun = releaseRun;
    return this.#waitForTurn(sheet, use);
  }

  #addCaller(sheet: string): SheetUse {
    const unused: SheetUse = { count: 0, last: Promise.resolve(), releaseRun: undefined };
    const use = this.#uses.get(sheet) ?? unused;
    use.count++;
    this.#uses.set(sheet, use);
    return use;
  }

  async #waitForTurn(sheet: string, use: SheetUse): Promise<SheetLock> {
    const previousHolder = use.last;
    const { promise, resolve: free } = Promise.withResolvers<undefined>();
    use.last = promise;
    await previousHolder;
    let isReleased = false;
    const release = () => {
      if (!isReleased) {
        isReleased = true;
        use.releaseRun = undefined;
        if (--use.count === 0) this.#uses.delete(sheet);
        free(undefined);
      }
      return Promise.resolve();
    };
    return { findLoss: () => undefined, isMine: () => Promise.resolve(true), release };
  }
}

import type { Lock } from '../../engine/journal/journalStore.js';
import type { Store } from '../db/store.js';

/** The lock of a reader. */
export const noLock: Lock = { lost: () => undefined, release: () => Promise.resolve() };

/** A lock that one holder has at a time. */
export interface SheetLock extends Lock {
  /** Returns true while the holder has the lock: in a transaction, until its end. */
  isMine(store: Store): Promise<boolean>;
}

/** The locks for appending to journals: one holder of a sheet at a time, on all machines. */
export interface JournalLocks {
  /** Returns true while somebody has the sheet, or waits for it. */
  has(sheet: string): Promise<boolean>;
  /** Resolves when the caller has the sheet. A run that has it is asked to release it. */
  take(sheet: string): Promise<SheetLock>;
  /** Makes an active run plan again instead of ending. Call it while holding the sheet, before its journal changes. */
  requestReplan(sheet: string): Promise<void>;
}

/** Does work on the journal of an owner while nobody else does. */
export async function whileHeld<T>(
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

/** Does work while holding a second lock, if one is named. `work` must take no further lock. */
export function whileAlsoHeld<T>(
  locks: Pick<JournalLocks, 'take'>,
  name: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  return name === undefined ? work() : whileHeld(locks, name, work);
}

/** A sheet that somebody has, or waits for. */
interface Use {
  /** The number of those who have it or wait for it. */
  count: number;
  /** Resolves when the last of them has released it. */
  last: Promise<unknown>;
  /** Asks the run that has it to give way. */
  giveWay: (() => void) | undefined;
}

/** The sheets of this process that are in use: one at a time appends to the journal of a sheet. */
export class SheetLocks implements JournalLocks {
  readonly #uses = new Map<string, Use>();

  has(sheet: string): Promise<boolean> {
    return Promise.resolve(this.#uses.has(sheet));
  }

  take(sheet: string): Promise<SheetLock> {
    const use = this.#use(sheet);
    use.giveWay?.();
    return this.#inTurn(sheet, use);
  }

  requestReplan(): Promise<void> {
    // A run that was asked to give way does so by itself, also if it was at its end.
    return Promise.resolve();
  }

  /** For a run: resolves when nobody else wants the sheet. `giveWay` is called as soon as somebody does. */
  async takeForRun(sheet: string, giveWay: () => void): Promise<SheetLock> {
    const use = this.#use(sheet);
    for (let last; last !== use.last;) {
      last = use.last;
      await last;
    }
    use.giveWay = giveWay;
    return this.#inTurn(sheet, use);
  }

  #use(sheet: string): Use {
    const unused: Use = { count: 0, last: Promise.resolve(), giveWay: undefined };
    const use = this.#uses.get(sheet) ?? unused;
    use.count++;
    this.#uses.set(sheet, use);
    return use;
  }

  async #inTurn(sheet: string, use: Use): Promise<SheetLock> {
    const before = use.last;
    const { promise, resolve: free } = Promise.withResolvers<undefined>();
    use.last = promise;
    await before;
    let isReleased = false;
    const release = () => {
      if (!isReleased) {
        isReleased = true;
        use.giveWay = undefined;
        if (--use.count === 0) this.#uses.delete(sheet);
        free(undefined);
      }
      return Promise.resolve();
    };
    return { lost: () => undefined, isMine: () => Promise.resolve(true), release };
  }
}

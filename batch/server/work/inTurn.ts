import type { Store } from '../store/store.js';

/** The last work on the journal of each owner: two runs would find each other's facts in it. */
const lastOf = new WeakMap<Store['db'], Map<string, Promise<unknown>>>();

/** Does work on the journal of an owner after what was begun before. */
export function inTurn<T>({ db }: Store, owner: string, work: () => Promise<T>): Promise<T> {
  const owners = lastOf.get(db) ?? new Map<string, Promise<unknown>>();
  lastOf.set(db, owners);
  const before = owners.get(owner) ?? Promise.resolve();
  const run = before.then(work);
  const ended = run
    .catch(() => undefined)
    .finally(() => {
      if (owners.get(owner) === ended) owners.delete(owner);
    });
  owners.set(owner, ended);
  return run;
}

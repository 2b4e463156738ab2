import { plainHash } from '../intake/rowKey.js';
import type { RowState } from './rowState.js';

/** The hash of a forgotten ID in the journal. IDs are long and random, so none can be guessed. */
export function forgottenId(id: string): string {
  return plainHash(id);
}

/** The ids that the service made for people who were forgotten: a sheet may still show them. */
export function forgottenIdsIn(
  states: ReadonlyMap<string, RowState>,
): Pick<ReadonlySet<string>, 'has'> {
  const hashes = new Set<string>();
  for (const { forgottenIds = [] } of states.values()) {
    for (const hash of forgottenIds) hashes.add(hash);
  }
  return { has: (id) => hashes.size > 0 && hashes.has(forgottenId(id)) };
}

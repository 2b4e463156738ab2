import { plainHash } from '../intake/rowKey.js';
import type { RowState } from './rowState.js';

/**
 * Returns the hash of a forgotten ID. IDs are long and random, so they cannot be guessed from it.
 */
export function forgottenId(id: string): string {
  return plainHash(id);
}

/**
 * Returns the set of IDs that the service made for forgotten people. A sheet may still show them.
 */
export function forgottenIdsIn(
  states: ReadonlyMap<string, RowState>,
): Pick<ReadonlySet<string>, 'has'> {
  const hashes = new Set<string>();
  for (const { forgottenIds = [] } of states.values()) {
    for (const hash of forgottenIds) hashes.add(hash);
  }
  return { has: (id) => hashes.size > 0 && hashes.has(forgottenId(id)) };
}

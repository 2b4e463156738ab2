import type { RowState } from './rowState.js';

/**
 * Hashes of all ids that the service made for people who were forgotten: a sheet may still show them.
 */
export function forgottenIdsIn(states: ReadonlyMap<string, RowState>): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { forgottenIds = [] } of states.values()) for (const id of forgottenIds) ids.add(id);
  return ids;
}

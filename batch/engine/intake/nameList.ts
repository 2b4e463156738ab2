import type { NameList } from './intakeMessages.js';

/** The most names that a message lists. */
const maxNames = 25;

/** Shortens a list of names for a message, because a sheet may have 16,384 columns. */
export function nameList(names: readonly string[]): NameList {
  const named = names.filter((text) => text !== '');
  const first = named.slice(0, maxNames);
  return { first, more: named.length - first.length };
}

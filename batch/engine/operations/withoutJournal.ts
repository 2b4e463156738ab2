import type { SheetOperation } from './sheetOperation.js';

/**
 * Returns the same operation for a front end that keeps no journal between runs: a person's
 * decision about a row is read from its cells.
 */
export function withoutJournal(operation: SheetOperation): SheetOperation {
  const { outside } = operation;
  return {
    ...operation,
    readsAll: true,
    ...(outside === undefined ? {} : { outside: withoutJournal(outside) }),
  };
}

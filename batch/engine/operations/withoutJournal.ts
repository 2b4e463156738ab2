import type { SheetOperation } from './sheetOperation.js';

/**
 * Returns the same operation for a front end that keeps no journal between runs: a person's
 * decision about a row is read from its cells.
 */
export function withoutJournal(operation: SheetOperation): SheetOperation {
  const { baseOperation } = operation;
  return {
    ...operation,
    readsAll: true,
    ...(baseOperation === undefined ? {} : { baseOperation: withoutJournal(baseOperation) }),
  };
}

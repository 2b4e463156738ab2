import type { SheetOperation } from './sheetOperation.js';

/**
 * Returns the same operation for a face that keeps no journal from one run to the next: what a person
 * decides about a row is read from its cells.
 */
export function withoutJournal(operation: SheetOperation): SheetOperation {
  const { outside } = operation;
  return {
    ...operation,
    readsAll: true,
    ...(outside === undefined ? {} : { outside: withoutJournal(outside) }),
  };
}

import type { SheetOperation } from '../operations/sheetOperation.js';

/** Returns the heading of the column with the service's IDs. */
export function idHeading({ columns }: Pick<SheetOperation, 'columns'>): string {
  return columns.find(({ name }) => name === 'id')?.heading ?? 'id';
}

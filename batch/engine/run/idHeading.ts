import type { SheetOperation } from '../operations/sheetOperation.js';

/** What the column of the service's ids is headed. */
export function idHeading({ columns }: Pick<SheetOperation, 'columns'>): string {
  return columns.find(({ name }) => name === 'id')?.heading ?? 'id';
}

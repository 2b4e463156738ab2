import type { SheetNote } from '../../messages.js';
import type { Range } from '../address.js';
import type { Table } from '../tables.js';
import {
  growRange,
  type GrownRange,
  type SeparatedRange,
  createSeparationNotes,
} from './growRange.js';

export interface Growth {
  readonly tables: readonly { readonly table: Table; readonly grown: GrownRange }[];
  readonly filter: GrownRange | undefined;
  readonly notes: readonly SheetNote[];
}

/**
 * Plans which tables and which filter grow over our columns. Sorting a range without all
 * `keyColumns`, such as a legend beside the rows, must not move our cells. Without key columns,
 * every range may grow.
 */
export function planGrowth(
  {
    ours,
    keyColumns = [],
  }: { ours: readonly number[]; keyColumns?: readonly number[] | undefined },
  rows: { readonly header: number; readonly first: number; readonly last: number },
  tables: readonly Table[],
  filterRef: string | undefined,
): Growth {
  const ranges = tables.flatMap(({ range }) => range ?? []);
  const growing: { table: Table; grown: GrownRange }[] = [];
  const separated: SeparatedRange[] = [];
  const boundNotes: SheetNote[] = [];
  const grow = (ref: string, others: readonly Range[]) =>
    growRange(ref, { ours, keyColumns }, rows, others);
  for (const table of tables) {
    const others = ranges.filter((range) => range !== table.range);
    const grown = grow(table.ref, others);
    if (grown.outside.length > 0) {
      separated.push({ range: { kind: 'table', name: table.name }, outside: grown.outside });
    }
    if (grown.added.length === 0) continue;
    if (table.isBound) boundNotes.push({ code: 'tableIsBound', table: table.name });
    else growing.push({ table, grown });
  }
  const filter = filterRef === undefined ? undefined : grow(filterRef, ranges);
  if (filter !== undefined && filter.outside.length > 0) {
    separated.push({ range: { kind: 'filter' }, outside: filter.outside });
  }
  return { tables: growing, filter, notes: [...boundNotes, ...createSeparationNotes(separated)] };
}

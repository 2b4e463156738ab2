import type { Entry } from '../cli/sheets.js';

/** Returns true for the heading of a result column of `rwa assess`, except the column `Change`. */
export const isOurs = (heading: string): boolean =>
  /^(?:Assessment |Report link|Assessed at|Row reference|.* risk)/.test(heading);

export const isId = (heading: string): boolean => heading === 'Assessment ID';

/**
 * Replaces the chosen cells of every row with the cells of another row. `findSource` returns the
 * index of that row. If no row has that index, the cells become empty.
 */
export function moveCells(
  rows: readonly Entry[],
  isMoved: (heading: string) => boolean,
  findSource: (index: number) => number,
): Entry[] {
  return rows.map((row, index) => {
    const otherRow = rows[findSource(index)] ?? {};
    const cells = Object.keys(row).map((heading) => {
      const source = isMoved(heading) ? otherRow : row;
      return [heading, source[heading] ?? ''];
    });
    return Object.fromEntries(cells) as Entry;
  });
}

export const swapFirstTwo = (index: number): number => [1, 0][index] ?? index;

/** An edit of three assessed rows by a person. */
interface SheetEdit {
  readonly what: string;
  readonly edit: (rows: readonly Entry[]) => readonly Entry[];
  /**
   * The numbers of the rows that show an assessment of another row, or of other inputs, after the
   * edit.
   */
  readonly foreignRows: readonly number[];
}

export const sheetEdits: readonly SheetEdit[] = [
  {
    what: 'the inputs and decisions were sorted without our columns',
    edit: (rows) =>
      moveCells(
        rows,
        (heading) => !isOurs(heading),
        (index) => 2 - index,
      ),
    foreignRows: [2, 4],
  },
  {
    what: 'two Assessment IDs were swapped',
    edit: (rows) => moveCells(rows, isId, swapFirstTwo),
    foreignRows: [2, 3],
  },
  {
    what: 'the result cells were moved down by one row',
    edit: (rows) => moveCells(rows, isOurs, (index) => index - 1),
    foreignRows: [3, 4],
  },
  {
    what: 'a cell was inserted above the Assessment IDs',
    edit: (rows) => moveCells(rows, isId, (index) => index - 1),
    foreignRows: [3, 4],
  },
  {
    what: 'the ID of another row was typed',
    edit: (rows) => rows.map((row, index) => (index === 1 ? { ...row, ...copyId(rows[0]) } : row)),
    foreignRows: [3],
  },
  {
    what: 'the inputs were edited',
    edit: (rows) =>
      rows.map((row, index) => (index === 1 ? { ...row, 'Destination country': 'Spain' } : row)),
    foreignRows: [3],
  },
];

const copyId = (row: Entry = {}): Entry => ({ 'Assessment ID': row['Assessment ID'] ?? '' });

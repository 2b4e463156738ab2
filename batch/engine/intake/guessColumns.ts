import type { Cell } from '../../../sheets/sheet.js';
import { columnIndex, columnName } from '../../../sheets/xlsx/address.js';
import { UsageError } from '../errors.js';
import type { ColumnMap } from './columnMap.js';
import { type Columns, readColumns } from './columns.js';
import type { SheetInputs } from './sheetInputs.js';
import type { WrittenHeadings } from './writtenHeadings.js';

/**
 * Finds the columns of a heading row even if they are unclear. If two columns claim the same
 * input, it takes the first; it ignores impossible entries of the map.
 */
export function guessColumns(
  inputs: SheetInputs,
  cells: readonly (Cell | undefined)[],
  map: ColumnMap,
  written: WrittenHeadings | undefined,
): Columns {
  try {
    return readColumns(inputs, cells, map, { written });
  } catch (error) {
    const next = error instanceof UsageError ? mapWithout(error, inputs, map) : undefined;
    if (next === undefined) throw error;
    return guessColumns(inputs, cells, next, written);
  }
}

/** Returns the map without the cause of the error. It ends because each call maps another input. */
function mapWithout(
  { said: [said] }: UsageError,
  { fields }: SheetInputs,
  map: ColumnMap,
): ColumnMap | undefined {
  if (said?.code === 'columnsAlike') {
    const name = Object.keys(fields).find((field) => fields[field]?.label === said.label);
    const [first] = said.columns;
    if (name === undefined || first === undefined) return undefined;
    return { ...map, [name]: { column: columnName(columnIndex(first.column)) } };
  }
  if (said?.code !== 'mappedHeadingMissing' && said?.code !== 'mappedToResults') return undefined;
  return { ...map, [said.field]: null };
}

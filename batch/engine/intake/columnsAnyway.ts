import type { Cell } from '../../../sheets/sheet.js';
import { columnIndex, columnName } from '../../../sheets/xlsx/address.js';
import { UsageError } from '../errors.js';
import type { ColumnMap } from './columnMap.js';
import { type Columns, readColumns } from './columns.js';
import type { SheetInputs } from './sheetInputs.js';
import type { WrittenHeadings } from './writtenHeadings.js';

/**
 * The columns of a heading row also where they are unclear: of two that look like the same input, the first;
 * and what was chosen and cannot be is not chosen.
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

/** The map without its first trouble: each is of an input that has not been mapped so before. */
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

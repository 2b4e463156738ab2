import type { SheetRow } from '../../../sheets/sheet.js';
import { isBlank } from './rowReader.js';
import { type RowReader } from './rowReader.js';
import { readValue } from './values.js';

/**
 * True for an unchanged example row: every column of the template has exactly the example's value.
 */
export function isTemplateRow(reader: RowReader, row: SheetRow): boolean {
  const values = Object.entries(reader.exampleRows ?? {});
  const examples = values[0]?.[1] ?? [];
  return examples.some((_, index) =>
    values.every(([name, texts]) => hasValue(reader, row, name, texts[index] ?? '')),
  );
}

function hasValue(reader: RowReader, row: SheetRow, name: string, text: string): boolean {
  const { columns, inputs } = reader;
  const column = columns.fields.get(name);
  const cell = column === undefined ? undefined : row.cells[column];
  if (text === '') return isBlank(cell);
  const field = inputs.fields[name];
  if (field === undefined || cell === undefined) return false;
  const [there, shown] = [
    readValue(field, cell, reader.dateOrder),
    readValue(field, { kind: 'text', text }),
  ];
  return there.ok && shown.ok && there.value === shown.value;
}

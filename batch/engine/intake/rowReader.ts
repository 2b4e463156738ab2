import { columnName } from '../../../sheets/xlsx/address.js';
import type { Field } from '../../../src/field.js';
import { unguardText } from '../../../sheets/csv/formulaGuard.js';
import type { Cell, SheetFile, SheetRow } from '../../../sheets/sheet.js';
import { isBlank } from './cellValues.js';
import type { Columns } from './columns.js';
import type { AppliedCorrection, CorrectedCells } from './corrections.js';
import type { IgnoredRows } from './ignoredRows.js';
import type { DateColumns } from './dateColumns.js';
import type { SheetRequest } from './rowKey.js';
import type { ReadingOptions, SharedValues } from './values.js';
import type { ExampleRows, SheetInputs } from './sheetInputs.js';

export interface RowReader extends ReadingOptions {
  readonly inputs: SheetInputs;
  /** The inputs in the order of reading: the purpose is first. */
  readonly order: readonly (readonly [name: string, field: Field])[];
  readonly columns: Columns;
  /** Values of `--set`, which override the cells of every row. */
  readonly set: Readonly<Partial<Record<string, string>>>;
  /** `--set` overrides these corrections, too. */
  readonly corrected?: CorrectedCells;
  readonly exampleRows?: ExampleRows | undefined;
  readonly ignoredRows?: IgnoredRows | undefined;
  readonly dates: DateColumns;
  readonly guessedEncoding?: SheetFile['guessedEncoding'] | undefined;
  readonly shared: SharedValues;
  /** Checks the reference beside the Assessment ID or, if there is none, the journal. */
  readonly wasAssessed: (row: SheetRow, request: SheetRequest) => boolean;
}

export function findCell(reader: RowReader, name: string, row: SheetRow): Cell | undefined {
  const set = reader.set[name];
  if (set !== undefined) return { kind: 'text', text: set };
  const column = reader.columns.fields.get(name);
  const cell = column === undefined ? undefined : row.cells[column];
  const isOurs = reader.inputs.writtenByUs?.includes(name) === true;
  return isOurs && cell?.kind === 'text' ? { ...cell, text: unguardText(cell.text) } : cell;
}

export function findCorrection(
  { set, corrected }: RowReader,
  name: string,
  row: SheetRow,
  cell: Cell | undefined,
): AppliedCorrection | undefined {
  return set[name] === undefined ? corrected?.find(name, row.number, cell) : undefined;
}

export function findPlace({ columns }: RowReader, field: string): { column?: string } {
  const column = columns.fields.get(field);
  return column === undefined ? {} : { column: columnName(column) };
}

export function isEmptyRow(reader: RowReader, row: SheetRow): boolean {
  const { columns, inputs } = reader;
  if (inputs.trigger !== undefined) return isBlank(findCell(reader, inputs.trigger, row));
  if (columns.fields.size === 0) return row.cells.every(isBlank);
  // A row that only shows whom it is about is not empty, so that the person is not overlooked.
  return [...columns.fields.values(), ...columns.context].every((column) =>
    isBlank(row.cells[column]),
  );
}

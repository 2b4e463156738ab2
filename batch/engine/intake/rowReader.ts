import { columnName } from '../../../sheets/xlsx/address.js';
import type { Field } from '../../../src/field.js';
import { unguarded } from '../../../sheets/csv/formulaGuard.js';
import type { Cell, SheetFile, SheetRow } from '../../../sheets/sheet.js';
import { isBlank } from './cellValues.js';
import type { Columns } from './columns.js';
import type { Corrected, CorrectedCells } from './corrections.js';
import type { IgnoredRows } from './ignoredRows.js';
import type { DateColumns } from './dateColumns.js';
import type { SheetRequest } from './rowKey.js';
import type { ReadingOptions, SharedValues } from './values.js';
import type { ExampleRows, SheetInputs } from './sheetInputs.js';

export interface RowReader extends ReadingOptions {
  readonly inputs: SheetInputs;
  /** The inputs, the purpose first. */
  readonly order: readonly (readonly [name: string, field: Field])[];
  readonly columns: Columns;
  /** Values of `--set`, which apply to every row and override its cells. */
  readonly set: Readonly<Partial<Record<string, string>>>;
  /** A person's corrections of cells; `--set` overrides them, too. */
  readonly corrected?: CorrectedCells;
  readonly exampleRows?: ExampleRows | undefined;
  readonly ignoredRows?: IgnoredRows | undefined;
  /** Collects what the dates of each column show about the order of day and month. */
  readonly dates: DateColumns;
  /** See {@link SheetFile.guessedEncoding}. */
  readonly guessedEncoding?: SheetFile['guessedEncoding'] | undefined;
  readonly shared: SharedValues;
  /**
   * Returns true if the assessment of a row was made for this request, according to the reference
   * beside the Assessment ID. Without that reference, returns true if the journal has an assessment
   * for the request.
   */
  readonly wasAssessed: (row: SheetRow, request: SheetRequest) => boolean;
}

/** Returns the value of `--set` for an input or, without one, its cell in the row. */
export function findCell(reader: RowReader, name: string, row: SheetRow): Cell | undefined {
  const set = reader.set[name];
  if (set !== undefined) return { kind: 'text', text: set };
  const column = reader.columns.fields.get(name);
  const cell = column === undefined ? undefined : row.cells[column];
  const isOurs = reader.inputs.writtenByUs?.includes(name) === true;
  return isOurs && cell?.kind === 'text' ? { ...cell, text: unguarded(cell.text) } : cell;
}

export function findCorrection(
  { set, corrected }: RowReader,
  name: string,
  row: SheetRow,
  cell: Cell | undefined,
): Corrected | undefined {
  return set[name] === undefined ? corrected?.find(name, row.number, cell) : undefined;
}

/** Returns the letters of an input's column, if it has one. */
export function findPlace({ columns }: RowReader, field: string): { column?: string } {
  const column = columns.fields.get(field);
  return column === undefined ? {} : { column: columnName(column) };
}

/**
 * Returns true if a row has no data for the operation: its trigger input is blank. If the operation
 * has no trigger, all inputs and all cells that show whom the row is about must be blank. If no
 * column of the sheet contains an input, every cell of the row must be blank.
 */
export function isEmptyRow(reader: RowReader, row: SheetRow): boolean {
  const { columns, inputs } = reader;
  if (inputs.trigger !== undefined) return isBlank(findCell(reader, inputs.trigger, row));
  if (columns.fields.size === 0) return row.cells.every(isBlank);
  // A row that only shows whom it is about is not empty: otherwise, the person would be
  // overlooked.
  return [...columns.fields.values(), ...columns.context].every((column) =>
    isBlank(row.cells[column]),
  );
}

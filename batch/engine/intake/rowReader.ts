import { columnName } from '../../../sheets/xlsx/address.js';
import type { Field } from '../../../src/field.js';
import { visibleText } from '../../../src/visibleText.js';
import { unguarded } from '../../../sheets/csv/formulaGuard.js';
import type { Cell, SheetFile, SheetRow } from '../../../sheets/sheet.js';
import type { Columns } from './columns.js';
import type { Corrected, CorrectedCells } from './corrections.js';
import type { DateColumns } from './dateColumns.js';
import type { ReadingOptions } from './readSetting.js';
import type { SharedValues } from './sharedValues.js';
import type { ExampleRows, SheetInputs } from './sheetInputs.js';

/** The context in which a row is read. */
export interface RowReader extends ReadingOptions {
  readonly inputs: SheetInputs;
  /** The inputs in the order in which they are read: see {@link readingOrder}. */
  readonly order: readonly (readonly [name: string, field: Field])[];
  readonly columns: Columns;
  /** Values of `--set`, which apply to every row and override its cells. */
  readonly set: Readonly<Partial<Record<string, string>>>;
  /** Corrections of cells by a person, whose cells stay as they are; `--set` overrides them too. */
  readonly corrected?: CorrectedCells;
  readonly exampleRows?: ExampleRows | undefined;
  /** Learns what the dates of each column show, and knows it when rows are read once more. */
  readonly dates: DateColumns;
  /** See {@link SheetFile.guessedEncoding}. */
  readonly guessedEncoding?: SheetFile['guessedEncoding'] | undefined;
  readonly shared: SharedValues;
}

/** Purpose first: it decides which of the others apply. */
export function readingOrder({ fields }: SheetInputs): [name: string, field: Field][] {
  return Object.entries(fields).sort(
    ([a], [b]) => Number(b === 'purpose') - Number(a === 'purpose'),
  );
}

/** The cell of an input, or its value for every row. */
export function findCell(reader: RowReader, name: string, row: SheetRow): Cell | undefined {
  const set = reader.set[name];
  if (set !== undefined) return { kind: 'text', text: set };
  const column = reader.columns.fields.get(name);
  const cell = column === undefined ? undefined : row.cells[column];
  const isOurs = reader.inputs.writtenByUs?.includes(name) === true;
  return isOurs && cell?.kind === 'text' ? { ...cell, text: unguarded(cell.text) } : cell;
}

/** The correction of a cell of an input, if it has one. */
export function findCorrection(
  { set, corrected }: RowReader,
  name: string,
  row: SheetRow,
  cell: Cell | undefined,
): Corrected | undefined {
  return set[name] === undefined ? corrected?.of(name, row.number, cell) : undefined;
}

/** Letters of the column of an input, if it has one. */
export function findPlace({ columns }: RowReader, field: string): { column?: string } {
  const column = columns.fields.get(field);
  return column === undefined ? {} : { column: columnName(column) };
}

/**
 * True when a row says nothing to the operation: none of the sheet's input columns has a value in
 * it, or not the one that the operation needs to have any business with a row.
 */
export function isEmptyRow(reader: RowReader, row: SheetRow): boolean {
  const { columns, inputs } = reader;
  if (inputs.trigger !== undefined) return isBlank(findCell(reader, inputs.trigger, row));
  if (columns.fields.size === 0) return row.cells.every(isBlank);
  // A row that says whom it is about is a case, also without the input that is sent.
  return [...columns.fields.values(), ...columns.context].every((column) =>
    isBlank(row.cells[column]),
  );
}

/** True for a missing cell, and for one with only spaces of any kind. */
export function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || (cell.kind === 'text' && visibleText(cell.text) === '');
}

import type { Fields } from '../../../src/field.js';
import type { Cell } from '../../../sheets/sheet.js';
import { shownCell } from './shownCell.js';

/**
 * A value that a person corrected without changing the sheet: a cell of this input with this text, as
 * `RowRemark.value` has it (empty for a missing value), is read as another.
 */
export interface Correction {
  readonly field: string;
  readonly value: string;
  /** What is read instead; a date as ISO 8601. Empty for nothing at all. */
  readonly to: string;
  /** The only row that is meant; every row with the value unless given. */
  readonly row?: number | undefined;
}

/** All corrections of a sheet. Of two for the same cell, the one for its row wins, else the later one. */
export type Corrections = readonly Correction[];

/** A value of a row that is read as another. */
export interface Corrected extends Pick<Correction, 'field' | 'value' | 'to'> {
  /** The field's label. */
  readonly label: string;
}

/** The corrections of one input, by value; those of single rows by row and value. */
interface OfInput {
  readonly everywhere: Map<string, Corrected>;
  readonly inRow: Map<string, Corrected>;
}

/** Finds the corrections of cells. */
export class CorrectedCells {
  readonly #byInput = new Map<string, OfInput>();

  constructor(corrections: Corrections, fields: Fields) {
    for (const { field, value, to, row } of corrections) {
      const known = this.#byInput.get(field) ?? { everywhere: new Map(), inRow: new Map() };
      this.#byInput.set(field, known);
      const corrected = { field, label: fields[field]?.label ?? field, value, to };
      if (row === undefined) known.everywhere.set(value, corrected);
      else known.inRow.set(toKey(row, value), corrected);
    }
  }

  /** The correction of a cell; undefined for one that is read as it is. */
  of(field: string, row: number, cell: Cell | undefined): Corrected | undefined {
    const known = this.#byInput.get(field);
    if (known === undefined) return undefined;
    const value = shownCell(cell);
    const found = known.inRow.get(toKey(row, value));
    if (found !== undefined) return found.to === value ? undefined : found;
    // Formulas without a value and cells with the same error have different values in Excel.
    const isOfRow = cell?.kind === 'uncalculated' || cell?.kind === 'error';
    const corrected = isOfRow ? undefined : known.everywhere.get(value);
    return corrected?.to === value ? undefined : corrected;
  }
}

/** The cell that is read in place of a corrected one. */
export function cellInstead({ to }: Corrected): Cell | undefined {
  return to === '' ? undefined : { kind: 'text', text: to };
}

function toKey(row: number, value: string): string {
  return `${row} ${value}`;
}

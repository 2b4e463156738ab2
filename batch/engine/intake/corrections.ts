import type { Fields } from '../../../src/field.js';
import type { Cell } from '../../../sheets/sheet.js';
import { shownCell } from './cellValues.js';

/**
 * A value that a person corrected without changing the sheet. A cell of the input `field` with the
 * text `value` (as in `RowRemark`: empty for a missing value) is read as `to`.
 */
interface Correction {
  readonly field: string;
  readonly value: string;
  /** The corrected value; dates as ISO 8601. Empty to read the cell as empty. */
  readonly to: string;
  /** The only row to correct; by default, every row with the value. */
  readonly row?: number | undefined;
  /** Ranges of rows that a correction without `row` leaves unchanged. */
  readonly except?: readonly RowRange[] | undefined;
  /** The only worksheet to correct; by default, every worksheet. */
  readonly worksheet?: string | undefined;
}

type RowRange = readonly [first: number, last: number];

/**
 * All corrections of a sheet. If two match a cell, the one with a row number wins, then the later
 * one.
 */
export type Corrections = readonly Correction[];

/** A value of a row that a correction replaced. */
export interface Corrected extends Pick<Correction, 'field' | 'value' | 'to'> {
  readonly label: string;
}

/** The corrections of one input by value, and those of single rows by row and value. */
interface InputCorrections {
  /** The corrections of each value are in the order in which they were made. */
  readonly everywhere: Map<string, { readonly rule: Correction; readonly corrected: Corrected }[]>;
  readonly inRow: Map<string, Corrected>;
}

export class CorrectedCells {
  readonly #byInput = new Map<string, InputCorrections>();

  constructor(corrections: Corrections, fields: Fields) {
    for (const correction of corrections) {
      const { field, value, to, row } = correction;
      const empty: InputCorrections = { everywhere: new Map(), inRow: new Map() };
      const known = this.#byInput.get(field) ?? empty;
      this.#byInput.set(field, known);
      const corrected = { field, label: fields[field]?.label ?? field, value, to };
      if (row === undefined) {
        const ofValue = known.everywhere.get(value) ?? [];
        known.everywhere.set(value, [...ofValue, { rule: correction, corrected }]);
      } else known.inRow.set(toKey(row, value), corrected);
    }
  }

  find(field: string, row: number, cell: Cell | undefined): Corrected | undefined {
    const known = this.#byInput.get(field);
    if (known === undefined) return undefined;
    const value = shownCell(cell);
    const found = known.inRow.get(toKey(row, value));
    if (found !== undefined) return found.to === value ? undefined : found;
    // Two cells with the same error, or two formulas without a value, may mean different values.
    const isOnlyOfRow = cell?.kind === 'uncalculated' || cell?.kind === 'error';
    if (isOnlyOfRow) return undefined;
    const rules = known.everywhere.get(value);
    const corrected = rules?.findLast(({ rule }) => !leavesOut(rule, row))?.corrected;
    return corrected?.to === value ? undefined : corrected;
  }
}

export function leavesOut({ except = [] }: Pick<Correction, 'except'>, row: number): boolean {
  return except.some(([first, last]) => row >= first && row <= last);
}

export function toCorrectedCell({ to }: Corrected): Cell | undefined {
  return to === '' ? undefined : { kind: 'text', text: to };
}

function toKey(row: number, value: string): string {
  return `${row} ${value}`;
}

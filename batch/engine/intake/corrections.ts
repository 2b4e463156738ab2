import type { Fields } from '../../../src/field.js';
import type { Cell } from '../../../sheets/sheet.js';
import { toShownCell } from './cellValues.js';

/** `value` is the text of the cell as in `RowRemark`: empty for a missing value. */
interface Correction {
  readonly field: string;
  readonly value: string;
  /** The corrected value; dates as ISO 8601. Empty to read the cell as empty. */
  readonly to: string;
  /** The only row to correct. By default, all rows with the value are corrected. */
  readonly row?: number | undefined;
  /** Rows that a correction without `row` leaves unchanged. */
  readonly except?: readonly RowRange[] | undefined;
  /** The only worksheet to correct. By default, all worksheets are corrected. */
  readonly worksheet?: string | undefined;
}

type RowRange = readonly [first: number, last: number];

/**
 * If several corrections match a cell, a row number takes precedence, then the later correction.
 */
export type Corrections = readonly Correction[];

export interface AppliedCorrection extends Pick<Correction, 'field' | 'value' | 'to'> {
  readonly label: string;
}

interface InputCorrections {
  /** Maps a value to its corrections, in the order in which they were made. */
  readonly everywhere: Map<
    string,
    { readonly rule: Correction; readonly corrected: AppliedCorrection }[]
  >;
  readonly inRow: Map<string, AppliedCorrection>;
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
        const rules = known.everywhere.get(value) ?? [];
        known.everywhere.set(value, [...rules, { rule: correction, corrected }]);
      } else known.inRow.set(toKey(row, value), corrected);
    }
  }

  find(field: string, row: number, cell: Cell | undefined): AppliedCorrection | undefined {
    const known = this.#byInput.get(field);
    if (known === undefined) return undefined;
    const value = toShownCell(cell);
    const found = known.inRow.get(toKey(row, value));
    if (found !== undefined) return found.to === value ? undefined : found;
    // Two cells with the same error, or two formulas without a value, may mean different values.
    const isAmbiguous = cell?.kind === 'uncalculated' || cell?.kind === 'error';
    if (isAmbiguous) return undefined;
    const rules = known.everywhere.get(value);
    const corrected = rules?.findLast(({ rule }) => !leavesOut(rule, row))?.corrected;
    return corrected?.to === value ? undefined : corrected;
  }
}

export function leavesOut({ except = [] }: Pick<Correction, 'except'>, row: number): boolean {
  return except.some(([first, last]) => row >= first && row <= last);
}

export function toCorrectedCell({ to }: AppliedCorrection): Cell | undefined {
  return to === '' ? undefined : { kind: 'text', text: to };
}

function toKey(row: number, value: string): string {
  return `${row} ${value}`;
}

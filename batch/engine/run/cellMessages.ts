import type { Cell, ResultValue } from '../../../sheets/sheet.js';

/** A cell of ours that a person has changed. */
export interface ChangedCell {
  readonly row: number;
  readonly heading: string;
  readonly current: Cell;
  readonly wanted: ResultValue;
  /** The cell is in the column of references. */
  readonly isReference?: boolean;
}

/** The source of the expected values. */
export type CellSource = 'assessment' | 'result';

/** Messages about cells, by code. */
export interface CellMessages {
  /** A cell keeps what a person wrote. */
  cellKept: ChangedCell & { readonly source: CellSource };
  /** Several cells do; `first` are the first of them. */
  cellsKept: {
    readonly count: number;
    readonly first: readonly Pick<ChangedCell, 'row' | 'heading'>[];
    readonly source: CellSource;
  };
}

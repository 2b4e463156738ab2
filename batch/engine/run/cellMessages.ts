import type { Cell, ResultValue } from '../../../sheets/sheet.js';

/** A cell in our columns that a person has changed. */
export interface ChangedCell {
  readonly row: number;
  readonly heading: string;
  readonly current: Cell;
  readonly wanted: ResultValue;
  /** True for a cell in the column of references. */
  readonly isReference?: boolean;
}

/** The source of the expected values. */
export type CellSource = 'assessment' | 'result';

/** Messages about cells, by code. */
export interface CellMessages {
  /** The cell keeps a person's text. */
  cellKept: ChangedCell & { readonly source: CellSource };
  /** Several cells keep a person's text; `first` are the first of them. */
  cellsKept: {
    readonly count: number;
    readonly first: readonly Pick<ChangedCell, 'row' | 'heading'>[];
    readonly source: CellSource;
  };
}

import type { Cell, ResultValue } from '../../../sheets/sheet.js';

/** A cell of ours that a person has changed. */
export interface ChangedCell {
  readonly row: number;
  readonly heading: string;
  readonly current: Cell;
  readonly wanted: ResultValue;
}

/** What the wanted values of cells are of. */
export type CellSource = 'assessment' | 'result';

/** What is said of cells, by its codes. */
export interface CellMessages {
  /** A cell was left as a person wrote it. */
  cellKept: ChangedCell & { readonly source: CellSource };
  /** So many were, the first of them. */
  cellsKept: {
    readonly count: number;
    readonly first: readonly Pick<ChangedCell, 'row' | 'heading'>[];
    readonly source: CellSource;
  };
}

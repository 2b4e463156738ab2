import { groupedBy } from '../groupedBy.js';
import { numberOf } from '../intake/writtenValues.js';
import type { RowState } from '../journal/rowState.js';
import type { ReportColumn, SheetOperation } from '../operations/sheetOperation.js';
import type { Cell } from '../../../sheets/sheet.js';
import type { WordedReport } from '../rows/rowReport.js';
import { isSameValue } from './sameValue.js';

/**
 * Finds the assessments whose scores stand in a row, whatever else does: its id may have been emptied
 * and its inputs changed, and then nothing but the scores leads to them. A person may have changed one of
 * them: all others must agree, at least three, so that it is not taken for another assessment's.
 */
export class LikeResults {
  readonly #operation: SheetOperation;
  readonly #states: ReadonlyMap<string, RowState>;
  readonly #scores: readonly ReportColumn[];
  #results: readonly RowState[] | undefined;
  readonly #indexes = new Map<string, ReadonlyMap<number, readonly RowState[]>>();

  constructor(operation: SheetOperation, states: ReadonlyMap<string, RowState>) {
    this.#operation = operation;
    this.#states = states;
    this.#scores = operation.columns.filter(isScore);
  }

  /** The assessments that a row shows; `cell` is what stands in a column of ours, by its name. */
  *of(cell: (name: string) => Cell | undefined): Generator<RowState> {
    const shown = this.#scores.flatMap((column) => {
      const there = cell(column.name);
      return there === undefined ? [] : [{ column, there }];
    });
    // A single score may match by chance.
    if (shown.length < 2) return;
    const found = new Set<RowState>();
    // The first one may be the one that was changed.
    for (const { column, there } of shown.slice(0, 2)) {
      const score = numberOf(there);
      if (score === undefined) continue;
      for (const state of this.#indexOf(column).get(tenths(score)) ?? []) found.add(state);
    }
    for (const state of found) {
      const report = this.#report(state);
      const same = shown.filter(({ column, there }) =>
        isSameValue(there, column.of(report), column.kind),
      );
      const most = same.length >= 3 ? shown.length - 1 : shown.length;
      if (same.length >= most) yield state;
    }
  }

  // Needed only if a cell has an unexpected value.
  #indexOf(column: ReportColumn): ReadonlyMap<number, readonly RowState[]> {
    const known = this.#indexes.get(column.name);
    if (known !== undefined) return known;
    const index = groupedBy(this.#allResults, (state) => {
      const value = column.of(this.#report(state));
      return typeof value === 'number' ? tenths(value) : Number.NaN;
    });
    this.#indexes.set(column.name, index);
    return index;
  }

  get #allResults(): readonly RowState[] {
    return (this.#results ??= [...this.#states.values()].flatMap((state) => [
      state,
      ...earlierResults(state),
    ]));
  }

  #report(state: RowState): WordedReport {
    const known = this.#operation.details({ number: 0, key: '' }, state);
    return { row: 0, status: 'Not sent', message: '', ...known };
  }
}

/** True for a column of scores, but not of those of an earlier assessment. */
export function isScore({ kind, optional = false }: ReportColumn): boolean {
  return kind === 'number' && !optional;
}

/** The results that a row had before they were taken from it, or followed by others. */
export function earlierResults({ former = [] }: RowState): RowState[] {
  return former.map(({ at, id, redirectUrl, scores }) => ({
    ...{ state: 'Scored', at, redirectUrl },
    ...(scores === undefined ? {} : { scores }),
    ...(id === undefined ? {} : { assessmentId: id, id }),
  }));
}

/** Scores are shown with one decimal. */
function tenths(score: number): number {
  return Math.round(score * 10);
}

import { SheetError, type ResultColumn } from '../../sheet.js';
import { columnName, type Range } from '../address.js';
import { MAX_COLUMNS } from '../limits.js';
import { sameHeading, type SharedFormula, type Survey } from './survey.js';

/** A column of ours, with its place in the sheet. */
export interface PlacedColumn extends ResultColumn {
  readonly column: number;
  /** The place among the values that are given for a row. */
  readonly index: number;
  /** Not there yet, so its heading is to be written, if there is a heading row. */
  readonly isNew: boolean;
}

/** Our columns in the order of the sheet, and what the user should know of it. */
export interface Placement {
  readonly columns: readonly PlacedColumn[];
  readonly notes: readonly string[];
}

/**
 * Finds our columns by their headings, wherever the user moved them; those that are not there go
 * to the right of all that is filled, merged or taken by a table in the rows concerned.
 *
 * A column whose formulas spread over cells that get no results cannot be overwritten in part, so
 * it stays and another is added. A sheet without a heading row always gets new columns.
 *
 * @throws {SheetError} when the sheet has no room to the right.
 */
export function placeColumns(
  wanted: readonly ResultColumn[],
  survey: Survey,
  occupied: readonly Range[],
  headerRow: number,
): Placement {
  const notes: string[] = [];
  const taken = new Set<number>();
  const placed: PlacedColumn[] = [];
  const missing: { column: ResultColumn; index: number }[] = [];
  wanted.forEach((column, index) => {
    const { heading, place, kept } = findColumn(column, survey, taken);
    if (kept !== undefined) {
      notes.push(
        `Column ${columnName(kept)} “${column.heading}” holds formulas that other cells need, so ` +
          `it was left as it is and the results are under “${heading}”.`,
      );
    }
    if (place === undefined) {
      missing.push({ column: { ...column, heading }, index });
    } else {
      taken.add(place);
      placed.push({ ...column, heading, index, column: place, isNew: false });
    }
  });
  const first = firstFreeColumn(survey, occupied, headerRow);
  if (first + missing.length > MAX_COLUMNS) {
    throw new SheetError(
      `There is no room for ${missing.length} columns of results: the sheet is filled or merged ` +
        `up to column ${columnName(Math.min(first, MAX_COLUMNS) - 1)}. Remove what is not needed ` +
        'at its right, or copy the rows into a new sheet.',
    );
  }
  missing.forEach(({ column, index }, offset) => {
    placed.push({ ...column, index, column: first + offset, isNew: true });
  });
  return { columns: placed.toSorted((a, b) => a.column - b.column), notes };
}

interface Found {
  /** The heading, numbered when the plain one is not ours to use. */
  readonly heading: string;
  readonly place: number | undefined;
  readonly kept: number | undefined;
}

function findColumn(column: ResultColumn, survey: Survey, taken: ReadonlySet<number>): Found {
  let kept: number | undefined;
  for (let number = 1; ; number++) {
    const heading = number === 1 ? column.heading : `${column.heading} ${number}`;
    const same = survey.headings.filter(
      ({ text, column: place }) => !taken.has(place) && sameHeading(text, { heading }),
    );
    const place = same.find((found) => canOverwrite(found.column, survey))?.column;
    if (place !== undefined || same.length === 0) return { heading, place, kept };
    kept ??= same[0]?.column;
  }
}

function canOverwrite(column: number, survey: Survey): boolean {
  return survey.sharedFormulas.every(
    (formula) => !isIn(formula, column, survey) || isOverwritten(formula, column, survey),
  );
}

function isIn({ range, isArray, ...cell }: SharedFormula, column: number, survey: Survey): boolean {
  if (!isArray) return cell.column === column && survey.resultRows.countIn(cell.row, cell.row) > 0;
  if (column < range.left || column > range.right) return false;
  return survey.resultRows.countIn(range.top, range.bottom) > 0;
}

function isOverwritten({ range }: SharedFormula, column: number, { resultRows }: Survey): boolean {
  if (range.left !== column || range.right !== column) return false;
  return resultRows.countIn(range.top, range.bottom) === range.bottom - range.top + 1;
}

function firstFreeColumn(survey: Survey, occupied: readonly Range[], headerRow: number): number {
  let last = survey.lastColumn;
  for (const { top, bottom, right } of occupied) {
    const hit = survey.resultRows.countIn(top, bottom) > 0;
    if (hit || (top <= headerRow && headerRow <= bottom)) last = Math.max(last, right);
  }
  return last + 1;
}

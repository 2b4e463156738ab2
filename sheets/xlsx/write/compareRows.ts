import type { Difference } from '../../messages.js';
import { type Cell, keep, type ResultCell } from '../../sheet.js';
import { cellName } from '../address.js';
import { readCell, type CellContext } from '../worksheet/cellValues.js';
import type { RowScanner } from '../worksheet/rowScanner.js';
import { toExpectedCell, toStoredValue } from './cellXml.js';
import type { RowPlan } from './patchRows.js';
import type { PlacedColumn } from './placement.js';

export class RowComparison {
  private readonly columnAt: ReadonlyMap<number, PlacedColumn>;

  constructor(
    private readonly plan: RowPlan,
    private readonly context: CellContext,
  ) {
    this.columnAt = new Map(plan.columns.map((column) => [column.column, column]));
  }

  compare(before: RowScanner, after: RowScanner): Difference | undefined {
    const { headerRow, results } = this.plan;
    const isHeader = before.number === headerRow;
    const values =
      before.number > headerRow
        ? results(before.number, this.plan.current.read(before))
        : undefined;
    if (!hasSameRowTag(before, after)) return { code: 'row', row: before.number };
    if (this.isExtended(before, after, isHeader, values)) return undefined;
    before.scanCells();
    after.scanCells();
    let beforeIndex = 0;
    let filledCount = 0;
    for (let index = 0; index < after.count; index++) {
      const column = after.columns[index] ?? 0;
      const ours = this.findReplaced(column, isHeader, values);
      if (!ours) {
        while (
          beforeIndex < before.count &&
          this.findReplaced(before.columns[beforeIndex] ?? 0, isHeader, values)
        )
          beforeIndex++;
        if (
          before.columns[beforeIndex] !== column ||
          before.getCell(beforeIndex) !== after.getCell(index)
        ) {
          return createCellDifference(column, after.number);
        }
        beforeIndex++;
        continue;
      }
      const found = readCell(after, index, this.context);
      if (!isSameCell(found, this.getExpectedCell(ours, isHeader, values))) {
        return createCellDifference(column, after.number);
      }
      if (found) filledCount++;
    }
    while (
      beforeIndex < before.count &&
      this.findReplaced(before.columns[beforeIndex] ?? 0, isHeader, values)
    )
      beforeIndex++;
    if (beforeIndex < before.count)
      return createCellDifference(before.columns[beforeIndex] ?? 0, before.number);
    return filledCount < this.countExpected(isHeader, values)
      ? { code: 'row', row: after.number }
      : undefined;
  }

  /** A fast check that usually succeeds if our columns are new. */
  private isExtended(
    before: RowScanner,
    after: RowScanner,
    isHeader: boolean,
    values: readonly ResultCell[] | undefined,
  ): boolean {
    const original = before.text.slice(before.openEnd, before.closeStart);
    const end = after.openEnd + original.length;
    // Comparing slices is several times faster than startsWith.
    if (after.text.slice(after.openEnd, end) !== original) return false;
    after.scanCells(end);
    let index = 0;
    for (const column of this.plan.columns) {
      if (!isReplaced(column, isHeader, values)) continue;
      const expected = this.getExpectedCell(column, isHeader, values);
      if (expected === undefined) continue;
      if (index === after.count || after.columns[index] !== column.column) return false;
      if (!isSameCell(readCell(after, index++, this.context), expected)) return false;
    }
    return index === after.count;
  }

  private findReplaced(
    column: number,
    isHeader: boolean,
    values: readonly ResultCell[] | undefined,
  ): PlacedColumn | undefined {
    const ours = this.columnAt.get(column);
    return ours !== undefined && isReplaced(ours, isHeader, values) ? ours : undefined;
  }

  private getExpectedCell(
    column: PlacedColumn,
    isHeader: boolean,
    values: readonly ResultCell[] | undefined,
  ): Cell | undefined {
    if (isHeader) return { kind: 'text', text: column.heading };
    const { date1904 } = this.context;
    const value = values?.[column.index];
    return value === keep
      ? undefined
      : toExpectedCell(toStoredValue(value, column, date1904), date1904);
  }

  private countExpected(isHeader: boolean, values: readonly ResultCell[] | undefined): number {
    const { columns } = this.plan;
    if (isHeader) return columns.filter(({ isNew }) => isNew).length;
    if (!values) return 0;
    return columns.filter((column) => this.getExpectedCell(column, false, values) !== undefined)
      .length;
  }
}

function createCellDifference(column: number, row: number): Difference {
  return { code: 'cell', address: cellName(column, row) };
}

function isReplaced(
  { isNew, index }: PlacedColumn,
  isHeader: boolean,
  values: readonly ResultCell[] | undefined,
): boolean {
  return isHeader ? isNew : values !== undefined && values[index] !== keep;
}

const SPANS = /\sspans\s*=\s*(?:"[^"]*"|'[^']*')/;

/** Ignores `spans`, a hint about the columns in use, and whether a row is self-closing. */
function hasSameRowTag(before: RowScanner, after: RowScanner): boolean {
  const tags = [before, after].map(({ text, start, openEnd }) => text.slice(start, openEnd));
  if (tags[0] === tags[1]) return true;
  const [one, other] = tags.map((tag) => tag.replace(SPANS, '').replace('/>', '>'));
  return one === other;
}

function isSameCell(found: Cell | undefined, expected: Cell | undefined): boolean {
  if (!found || !expected) return found === expected;
  if (found.kind === 'text') {
    return expected.kind === 'text' && found.text === expected.text && found.link === expected.link;
  }
  if (found.kind === 'date') return expected.kind === 'date' && found.iso === expected.iso;
  return found.kind === 'number' && expected.kind === 'number' && found.value === expected.value;
}

import { keep, type Results, type ResultValue } from '../../sheet.js';
import { RowScanner } from '../worksheet/rowScanner.js';
import { createCellXml, toStoredValue, type StoredValue } from './cellXml.js';
import type { CurrentCellReader } from './currentCells.js';
import type { PlacedColumn } from './placement.js';
import type { StyleBook, StyleNeed } from './styleBook.js';

export interface RowPlan {
  readonly columns: readonly PlacedColumn[];
  readonly headerRow: number;
  readonly results: Results['results'];
  readonly current: CurrentCellReader;
  readonly date1904: boolean;
  readonly styles: StyleBook;
  readonly headingStyle: number;
  /** Returns the style of a column's empty cells, from its `col` element. */
  readonly columnStyle: (column: number) => number;
}

/**
 * Writes our cells into rows. Everything but our cells and the row tags is unchanged, byte for
 * byte.
 */
export function patchRows(scanner: RowScanner, plan: RowPlan): string {
  const { text } = scanner;
  let patched = '';
  let at = 0;
  while (scanner.next()) {
    const row = patchRow(scanner, plan);
    if (row === undefined) continue;
    patched += text.slice(at, scanner.start) + row;
    at = scanner.end;
  }
  return patched + text.slice(at);
}

function patchRow(row: RowScanner, plan: RowPlan): string | undefined {
  if (row.number < plan.headerRow) return undefined;
  const isHeader = row.number === plan.headerRow;
  const current = plan.current.read(row);
  const values = isHeader ? [] : plan.results(row.number, current);
  if (!values) return undefined;
  const { text } = row;
  const last = plan.columns.at(-1)?.column ?? 0;
  let patched = growRowTag(text.slice(row.start, row.openEnd), last);
  let at = row.openEnd;
  let index = 0;
  for (const column of plan.columns) {
    if (isHeader && !column.isNew) continue;
    const value = values[column.index];
    if (value === keep) continue;
    while (index < row.count && (row.columns[index] ?? 0) < column.column) index++;
    const exists = index < row.count && row.columns[index] === column.column;
    const start = index < row.count ? (row.cellStarts[index] ?? 0) : findCellsEnd(row);
    const cell = isHeader
      ? createHeadingCell(row, column, plan)
      : createValueCell(row, column, plan, exists ? index : undefined, value);
    patched += text.slice(at, start) + cell;
    at = exists ? (row.cellEnds[index] ?? start) : start;
  }
  const isSelfClosed = row.openEnd === row.end;
  return patched + (isSelfClosed ? `</${row.prefix}row>` : text.slice(at, row.end));
}

function findCellsEnd(row: RowScanner): number {
  return row.cellEnds[row.count - 1] ?? row.closeStart;
}

function createHeadingCell(row: RowScanner, column: PlacedColumn, plan: RowPlan): string {
  const heading: StoredValue = { kind: 'text', text: column.heading };
  const style =
    column.kind === 'number'
      ? plan.styles.findStyle(plan.headingStyle, 'numberHeading')
      : plan.headingStyle;
  return createCellXml(row.prefix, column.column, row.number, style, heading);
}

function createValueCell(
  row: RowScanner,
  column: PlacedColumn,
  plan: RowPlan,
  existingIndex: number | undefined,
  value: ResultValue,
): string {
  const stored = toStoredValue(value, column, plan.date1904);
  if (stored === undefined) {
    if (existingIndex === undefined) return '';
    return createCellXml(
      row.prefix,
      column.column,
      row.number,
      row.styles[existingIndex] ?? 0,
      undefined,
    );
  }
  const base =
    existingIndex === undefined
      ? (readRowStyle(row) ?? plan.columnStyle(column.column))
      : (row.styles[existingIndex] ?? 0);
  const style = plan.styles.findStyle(base, toStyleNeed(stored, column), column.format);
  return createCellXml(row.prefix, column.column, row.number, style, stored);
}

function toStyleNeed(stored: StoredValue, { wraps = false }: PlacedColumn): StyleNeed {
  if (stored.kind === 'text' && wraps) return 'wrapped';
  return stored.kind === 'number' ? stored.as : stored.kind;
}

/** Returns the style of the row's empty cells. */
function readRowStyle(row: RowScanner): number | undefined {
  const tag = row.text.slice(row.start, row.openEnd);
  if (!/\scustomFormat\s*=\s*["'](1|true)["']/.test(tag)) return undefined;
  return Number(/\ss\s*=\s*["'](\d+)["']/.exec(tag)?.[1] ?? 0);
}

/** Grows `spans`, a hint about the columns in use, and opens a self-closing tag. */
function growRowTag(tag: string, lastColumn: number): string {
  const open = tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag;
  const spans = /\sspans\s*=\s*["'](\d+):(\d+)["']/.exec(open);
  if (!spans || Number(spans[2]) > lastColumn) return open;
  const grown = ` spans="${spans[1] ?? 1}:${lastColumn + 1}"`;
  return open.slice(0, spans.index) + grown + open.slice(spans.index + spans[0].length);
}

import type { SheetNote } from '../../messages.js';
import type { Results } from '../../sheet.js';
import { columnName } from '../address.js';
import type { OpenWorkbook } from '../openWorkbook.js';
import { readStyles } from '../styles.js';
import { readTables } from '../tables.js';
import type { Worksheet } from '../workbookPart.js';
import type { CellContext } from '../worksheet/cellValues.js';
import { groupByColours } from './colourScale.js';
import { CurrentCellReader } from './currentCells.js';
import { type Growth, planGrowth } from './growth.js';
import { addStylesPart, completeStyles } from './newStyles.js';
import { readColumnStyles, patchHead } from './patchHead.js';
import type { RowPlan } from './patchRows.js';
import { isMergedOver, listMergedRanges, patchTail, readTail, type Tail } from './patchTail.js';
import { createPlacement } from './placeResults.js';
import type { PlacedColumn } from './placement.js';
import { StyleBook } from './styleBook.js';
import { surveySheet, type Survey } from './survey.js';
import { growTable } from './tables.js';
import { patchWorkbook, removeCalcChain, type PartChanges } from './workbookParts.js';

export interface Changes {
  readonly worksheet: Worksheet;
  readonly head: string;
  readonly tail: string;
  readonly rows: RowPlan;
  readonly parts: PartChanges;
  /** The part whose text is known only after all rows are written. */
  readonly stylesPart: string;
  readonly styles: StyleBook;
  readonly headings: readonly string[] | undefined;
  readonly notes: readonly SheetNote[];
}

/** Plans all changes first, so that writing is one pass over the rows. */
export async function planChanges(
  book: OpenWorkbook,
  target: Results,
  context: CellContext,
): Promise<Changes> {
  const { workbook, parts } = book;
  const worksheet = book.findWorksheet(target.sheet);
  const survey = await surveySheet(book, worksheet, target);
  const tail = readTail(survey.tail);
  const tables = await readTables(parts, worksheet.part);
  const placement = await createPlacement(book, target, survey.resultRows);
  const ours = placement.columns.map(({ column }) => column);
  const { first, last } = survey.resultRows;
  const resultRows = { header: target.headerRow, first, last };
  const growth = planGrowth(
    { ours, keyColumns: target.keyColumns },
    resultRows,
    tables,
    tail.filterRef,
  );
  const { columns, notes } = withUniqueHeadings(placement.columns, survey, growth);

  const changedParts: PartChanges = new Map();
  growTables(growth, columns, changedParts);
  const before = tail.filterRef;
  const filter =
    before === undefined || !growth.filter ? undefined : { before, after: growth.filter.ref };
  const added = columns.filter(({ isNew }) => isNew).map(({ column }) => column);
  const grown = { filter, added, headerRow: target.headerRow };
  const workbookXml = patchWorkbook(workbook, worksheet, grown);
  if (workbookXml !== workbook.xml) changedParts.set(workbook.part, workbookXml);
  if (columns.some(({ isNew }) => !isNew)) await removeCalcChain(parts, workbook, changedParts);
  const stylesPart =
    workbook.stylesPart ?? (await addStylesPart(parts, workbook.part, changedParts));
  const hasStyles = book.styles.cellStyles.length > 0;
  const styles = new StyleBook(
    hasStyles ? book.styles : readStyles(completeStyles(workbook.stylesPart && book.styles.xml)),
    survey.maxStyle,
  );
  const rows = { first: target.headerRow + 1, last: survey.resultRows.last };
  return {
    worksheet,
    head: patchHead(survey.head, columns, survey.prefix),
    tail: patchTail(tail, {
      prefix: survey.prefix,
      filterRef: filter?.after,
      coloured: groupByColours(columns),
      colourScale: target.colourScale !== false && rows.last > 0,
      rows,
    }),
    rows: {
      columns,
      headerRow: target.headerRow,
      results: target.results,
      current: new CurrentCellReader(columns, context),
      date1904: workbook.date1904,
      styles,
      headingStyle: findHeadingStyle(survey, columns),
      columnStyle: readColumnStyles(survey.head),
    },
    parts: changedParts,
    stylesPart,
    styles,
    headings: columns.some(({ heading, index }) => heading !== target.columns[index]?.heading)
      ? columns.toSorted((a, b) => a.index - b.index).map(({ heading }) => heading)
      : undefined,
    notes: [
      ...book.notes,
      ...notes,
      ...growth.notes,
      ...createMergeNotes(tail, columns, survey),
      ...(tail.isProtected ? [{ code: 'sheetProtected' } as const] : []),
    ],
  };
}

/**
 * Numbers the headings that others already have, because Excel requires unique headings in a table.
 */
function withUniqueHeadings(
  columns: readonly PlacedColumn[],
  { headings }: Survey,
  { tables }: Growth,
): { readonly columns: readonly PlacedColumn[]; readonly notes: readonly SheetNote[] } {
  const notes: SheetNote[] = [];
  const renamed = columns.map((column) => {
    if (column.insteadOf === undefined) {
      const joined = tables.find(({ grown }) => grown.added.includes(column.column));
      const names = joined?.table.columnNames ?? [];
      return { ...column, heading: toUniqueHeading(column.heading, names) };
    }
    const heading = toUniqueHeading(
      column.heading,
      headings.map(({ text }) => text),
    );
    notes.push({
      code: 'formulasNeeded',
      column: columnName(column.insteadOf),
      heading: column.heading,
      instead: heading,
    });
    return { ...column, heading };
  });
  return { columns: renamed, notes };
}

function toUniqueHeading(heading: string, others: readonly string[]): string {
  const taken = new Set(others.map((other) => other.trim().toLowerCase()));
  let free = heading;
  for (let number = 2; taken.has(free.trim().toLowerCase()); number++)
    free = `${heading} ${number}`;
  return free;
}

function growTables(
  { tables }: Growth,
  columns: readonly PlacedColumn[],
  changed: PartChanges,
): void {
  for (const { table, grown } of tables) {
    const headings = grown.added.map(
      (column) => columns.find((ours) => ours.column === column)?.heading ?? columnName(column),
    );
    changed.set(table.part, growTable(table, grown.ref, headings));
  }
}

function findHeadingStyle(survey: Survey, columns: readonly PlacedColumn[]): number {
  const first = columns.find(({ isNew }) => isNew)?.column ?? 0;
  return survey.headings.findLast(({ column }) => column < first)?.style ?? 0;
}

function createMergeNotes(
  tail: Tail,
  columns: readonly PlacedColumn[],
  survey: Survey,
): SheetNote[] {
  const { first, last } = survey.resultRows;
  const existing = columns.filter(({ isNew }) => !isNew);
  for (const range of existing.length > 0 ? listMergedRanges(tail) : []) {
    const covered = existing.find(({ column }) => isMergedOver(range, column, first, last));
    if (covered) {
      return [{ code: 'mergedOver', column: columnName(covered.column), row: range.top }];
    }
  }
  return [];
}

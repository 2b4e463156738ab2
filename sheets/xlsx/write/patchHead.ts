import { chooseColumnWidth } from '../../chooseColumnWidth.js';
import { parseRange, rangeName } from '../address.js';
import { isTrue } from '../workbookPart.js';
import {
  TAG_END,
  getAttribute,
  listChildren,
  listChildrenNamed,
  findEndOfMarkup,
  getStartTag,
  findEndOfTag,
  withAttribute,
  type XmlElement,
} from '../xml/elements.js';
import { Edits } from '../xml/edits.js';
import type { PlacedColumn } from './placement.js';

/** Sets the width of new columns that have no definition or are hidden. */
export function patchHead(head: string, columns: readonly PlacedColumn[], prefix: string): string {
  const edits = new Edits(head);
  const lists: XmlElement[] = [];
  for (const element of listHeadElements(head)) {
    if (element.name === 'dimension') growDimension(head, edits, element, columns);
    if (element.name === 'cols') lists.push(element);
  }
  const newColumns = columns.filter(({ isNew }) => isNew);
  const existing = lists.flatMap((list) => readColumnDefinitions(head, list));
  const missing = unhideNewColumns(head, edits, existing, newColumns).map((column) => ({
    column: column.column,
    xml: createColumnXml(prefix, column),
  }));
  const list = lists.at(-1);
  if (list) {
    for (const { column, xml } of missing) {
      const next = existing.find(({ from }) => from > column)?.element;
      edits.insert(next ? next.start : list.closeStart, xml);
    }
  } else if (missing.length > 0) {
    const xml = missing.map((column) => column.xml).join('');
    edits.insert(head.lastIndexOf('<'), `<${prefix}cols>${xml}</${prefix}cols>`);
  }
  return edits.apply();
}

/** Returns a function that finds the style of a column's empty cells. */
export function readColumnStyles(head: string): (column: number) => number {
  const styled: { from: number; to: number; style: number }[] = [];
  for (const element of listHeadElements(head)) {
    if (element.name !== 'cols') continue;
    for (const { from, to, element: definition } of readColumnDefinitions(head, element)) {
      styled.push({ from, to, style: Number(getAttribute(head, definition, 'style') ?? 0) });
    }
  }
  return (column) => styled.find(({ from, to }) => from <= column && column <= to)?.style ?? 0;
}

function listHeadElements(head: string): Generator<XmlElement> {
  let at = head.indexOf('<');
  while (at >= 0 && (head[at + 1] === '?' || head[at + 1] === '!')) {
    at = head.indexOf('<', findEndOfMarkup(head, at));
  }
  return listChildren(head, Math.max(0, findEndOfTag(head, Math.max(0, at))));
}

function growDimension(
  head: string,
  edits: Edits,
  element: XmlElement,
  columns: readonly PlacedColumn[],
): void {
  const range = parseRange(getAttribute(head, element, 'ref') ?? '');
  const last = columns.at(-1)?.column ?? 0;
  if (!range || range.right >= last) return;
  const ref = rangeName({ ...range, right: last });
  edits.replaceTag(element, withAttribute(getStartTag(head, element), 'ref', ref));
}

/** The element `col`, which applies to one or more columns. */
interface ColumnDefinition {
  readonly element: XmlElement;
  /** The columns, counted from 0; `to` is the last one. */
  readonly from: number;
  readonly to: number;
}

function readColumnDefinitions(head: string, list: XmlElement): ColumnDefinition[] {
  return Array.from(listChildrenNamed(head, list, 'col'), (element) => ({
    element,
    from: Number(getAttribute(head, element, 'min')) - 1,
    to: Number(getAttribute(head, element, 'max')) - 1,
  }));
}

/**
 * Shows new columns, because people often hide all columns right of their data. Returns the columns
 * without a definition.
 */
function unhideNewColumns(
  head: string,
  edits: Edits,
  existing: readonly ColumnDefinition[],
  newColumns: readonly PlacedColumn[],
): PlacedColumn[] {
  const covered = new Set<PlacedColumn>();
  for (const { element, from, to } of existing) {
    const inside = newColumns.filter(({ column }) => from <= column && column <= to);
    for (const column of inside) covered.add(column);
    if (inside.length === 0 || !isTrue(getAttribute(head, element, 'hidden'))) continue;
    const tag = getStartTag(head, element).replace(TAG_END, '/>');
    const visible = withAttribute(withAttribute(tag, 'hidden', undefined), 'collapsed', undefined);
    const pieces: string[] = [];
    const addPiece = (definition: string, first: number, last: number): void => {
      if (first > last) return;
      const limited = withAttribute(definition, 'min', String(first + 1));
      pieces.push(withAttribute(limited, 'max', String(last + 1)));
    };
    let next = from;
    for (const column of inside) {
      addPiece(tag, next, column.column - 1);
      const wide = withAttribute(visible, 'width', String(chooseColumnWidth(column)));
      addPiece(withAttribute(wide, 'customWidth', '1'), column.column, column.column);
      next = column.column + 1;
    }
    addPiece(tag, next, to);
    edits.replace(element.start, element.end, pieces.join(''));
  }
  return newColumns.filter((column) => !covered.has(column));
}

function createColumnXml(prefix: string, column: PlacedColumn): string {
  const number = column.column + 1;
  const width = chooseColumnWidth(column);
  return `<${prefix}col min="${number}" max="${number}" width="${width}" customWidth="1"/>`;
}

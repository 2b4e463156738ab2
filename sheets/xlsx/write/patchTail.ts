import {
  getAttribute,
  listChildren,
  findChild,
  listChildrenNamed,
  getStartTag,
  findEndOfTag,
  withAttribute,
  type XmlElement,
} from '../xml/elements.js';
import { Edits } from '../xml/edits.js';
import { intersects, parseRange, type Range } from '../address.js';
import { isTrue } from '../workbookPart.js';
import {
  type ColouredColumns,
  createColourScaleXml,
  findNextPriority,
  removeColourScale,
} from './colourScale.js';
import { widenRange } from './growRange.js';

export interface Tail {
  readonly xml: string;
  /** The position after the end tag of `sheetData`. */
  readonly start: number;
  /** The worksheet's direct children. */
  readonly elements: readonly XmlElement[];
  readonly filterRef: string | undefined;
  readonly isProtected: boolean;
}

export function readTail(xml: string): Tail {
  // After a self-closing `sheetData`, the text begins with the next element.
  const start = /^<\/(?:[\w.-]+:)?sheetData\b/.test(xml) ? Math.max(0, findEndOfTag(xml, 0)) : 0;
  const elements = Array.from(listChildren(xml, start));
  const findElement = (name: string): XmlElement | undefined =>
    elements.find((element) => element.name === name);
  const filter = findElement('autoFilter');
  const protection = findElement('sheetProtection');
  return {
    xml,
    start,
    elements,
    filterRef: filter && getAttribute(xml, filter, 'ref'),
    isProtected: isTrue(protection && getAttribute(xml, protection, 'sheet')),
  };
}

/** Yields one range at a time, as there may be very many. */
export function* listMergedRanges({ xml, elements }: Tail): Generator<Range> {
  for (const list of elements) {
    if (list.name !== 'mergeCells') continue;
    for (const cell of listChildrenNamed(xml, list, 'mergeCell')) {
      const range = parseRange(getAttribute(xml, cell, 'ref') ?? '');
      if (range) yield range;
    }
  }
}

export interface TailPlan {
  readonly prefix: string;
  readonly filterRef: string | undefined;
  readonly coloured: readonly ColouredColumns[];
  /** Existing scales with these colours are always removed. */
  readonly colourScale: boolean;
  readonly rows: { readonly first: number; readonly last: number };
}

/** The elements up to colour scales, in the order of the schema. */
const UP_TO_SCALES = (
  'sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate ' +
  'customSheetViews mergeCells phoneticPr conditionalFormatting'
).split(' ');

export function patchTail(tail: Tail, plan: TailPlan): string {
  const { xml, elements } = tail;
  const edits = new Edits(xml);
  let { last } = plan.rows;
  for (const element of elements) {
    if (element.name === 'autoFilter') growFilter(xml, edits, element, plan.filterRef);
    if (element.name === 'conditionalFormatting') {
      last = Math.max(last, removeColourScale(xml, edits, element, plan.coloured));
    }
  }
  if (plan.colourScale) {
    const before = elements.findLast(({ name }) => UP_TO_SCALES.includes(name));
    const rows = { first: plan.rows.first, last };
    const priority = findNextPriority(edits.apply());
    const scales = plan.coloured.map((columns, index) =>
      createColourScaleXml(plan.prefix, columns, rows, priority + index),
    );
    edits.insert(before ? before.end : tail.start, scales.join(''));
  }
  return edits.apply();
}

function growFilter(
  xml: string,
  edits: Edits,
  filter: XmlElement,
  filterRef: string | undefined,
): void {
  const before = getAttribute(xml, filter, 'ref');
  if (before === undefined || filterRef === undefined || before === filterRef) return;
  edits.replaceTag(filter, withAttribute(getStartTag(xml, filter), 'ref', filterRef));
  growSort(xml, edits, findChild(xml, filter, 'sortState'), before, filterRef);
}

/** Grows the range of the last sort, because Excel uses it again. */
export function growSort(
  xml: string,
  edits: Edits,
  sort: XmlElement | undefined,
  before: string,
  after: string,
): void {
  const ref = sort && getAttribute(xml, sort, 'ref');
  if (!sort || ref === undefined) return;
  const grown = widenRange(ref, before, after);
  edits.replaceTag(sort, withAttribute(getStartTag(xml, sort), 'ref', grown));
}

/** Returns true if the merged range hides cells of our column: it shows only its top left cell. */
export function isMergedOver(range: Range, column: number, first: number, last: number): boolean {
  const top = column === range.left ? range.top + 1 : range.top;
  if (top > range.bottom) return false;
  return intersects({ ...range, top }, { left: column, right: column, top: first, bottom: last });
}

import type { ColourStop } from '../../sheet.js';
import { columnName, parseRange } from '../address.js';
import { getAttribute, findChild, listChildrenNamed, type XmlElement } from '../xml/elements.js';
import type { Edits } from '../xml/edits.js';

export interface ColouredColumns {
  readonly colours: readonly ColourStop[];
  readonly columns: readonly number[];
}

export function groupByColours(
  columns: Iterable<{ readonly column: number; readonly colours?: readonly ColourStop[] }>,
): readonly ColouredColumns[] {
  const groups = new Map<string, { colours: readonly ColourStop[]; columns: number[] }>();
  for (const { column, colours = [] } of columns) {
    if (colours.length === 0) continue;
    const key = toColoursKey(colours);
    const group = groups.get(key) ?? { colours, columns: [] };
    group.columns.push(column);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/**
 * Creates a colour scale. With a `priority` greater than all others, existing rules apply first.
 */
export function createColourScaleXml(
  prefix: string,
  { columns, colours: stops }: ColouredColumns,
  rows: { readonly first: number; readonly last: number },
  priority: number,
): string {
  const sqref = columns
    .map((column) => `${columnName(column)}${rows.first}:${columnName(column)}${rows.last}`)
    .join(' ');
  const points = stops.map(({ value }) => `<${prefix}cfvo type="num" val="${value}"/>`).join('');
  const colours = stops
    .map(({ colour }) => `<${prefix}color rgb="${withOpacity(colour)}"/>`)
    .join('');
  const scale = `<${prefix}colorScale>${points}${colours}</${prefix}colorScale>`;
  const rule = `<${prefix}cfRule type="colorScale" priority="${priority}">${scale}</${prefix}cfRule>`;
  const name = `${prefix}conditionalFormatting`;
  return `<${name} sqref="${sqref}">${rule}</${name}>`;
}

/**
 * Removes the rules of earlier runs, which it recognises by values and colours. Returns their last
 * row, or 0.
 */
export function removeColourScale(
  xml: string,
  edits: Edits,
  formatting: XmlElement,
  ourColumns: readonly ColouredColumns[],
): number {
  const rules = Array.from(listChildrenNamed(xml, formatting, 'cfRule'));
  const keys = new Set(ourColumns.map(({ colours }) => toColoursKey(colours)));
  const removed = rules.filter((rule) => keys.has(toRuleKey(xml, rule)));
  if (removed.length === 0) return 0;
  if (removed.length === rules.length) edits.replace(formatting.start, formatting.end, '');
  else for (const rule of removed) edits.replace(rule.start, rule.end, '');
  const ranges = (getAttribute(xml, formatting, 'sqref') ?? '').split(/\s+/).map(parseRange);
  return Math.max(0, ...ranges.map((range) => range?.bottom ?? 0));
}

export function findNextPriority(xml: string): number {
  let highest = 0;
  for (const [, digits] of xml.matchAll(/\spriority\s*=\s*["'](\d+)["']/g)) {
    highest = Math.max(highest, Number(digits));
  }
  return highest + 1;
}

function toColoursKey(colours: readonly ColourStop[]): string {
  return colours.map(({ value, colour }) => `${value} ${withOpacity(colour)}`).join();
}

function toRuleKey(xml: string, rule: XmlElement): string {
  const scale = findChild(xml, rule, 'colorScale');
  if (!scale) return '';
  const colours = Array.from(listChildrenNamed(xml, scale, 'color'), (colour) =>
    getAttribute(xml, colour, 'rgb')?.toUpperCase(),
  );
  return Array.from(listChildrenNamed(xml, scale, 'cfvo'), (point, index) =>
    getAttribute(xml, point, 'type') === 'num'
      ? `${getAttribute(xml, point, 'val') ?? ''} ${colours[index] ?? ''}`
      : '',
  ).join();
}

/** Excel expects the opacity first. */
function withOpacity(colour: string): string {
  return `FF${colour.toUpperCase()}`;
}

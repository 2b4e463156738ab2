import { scoreColours } from '../../scoreColours.js';
import { columnName, parseRange } from '../address.js';
import { attribute, childNamed, childrenNamed, type XmlElement } from '../xml/elements.js';
import type { Edits } from '../xml/edits.js';

/** Excel wants the opacity first. */
const STOPS = scoreColours.map(({ score, colour }) => ({ score, colour: `FF${colour}` }));

/** A rule over the score columns of these rows, below every rule that is there already. */
export function colourScaleXml(
  prefix: string,
  columns: readonly number[],
  rows: { readonly first: number; readonly last: number },
  priority: number,
): string {
  const sqref = columns
    .map((column) => `${columnName(column)}${rows.first}:${columnName(column)}${rows.last}`)
    .join(' ');
  const points = STOPS.map(({ score }) => `<${prefix}cfvo type="num" val="${score}"/>`).join('');
  const colours = STOPS.map(({ colour }) => `<${prefix}color rgb="${colour}"/>`).join('');
  const scale = `<${prefix}colorScale>${points}${colours}</${prefix}colorScale>`;
  const rule = `<${prefix}cfRule type="colorScale" priority="${priority}">${scale}</${prefix}cfRule>`;
  const name = `${prefix}conditionalFormatting`;
  return `<${name} sqref="${sqref}">${rule}</${name}>`;
}

/**
 * Takes our rule of an earlier run away, so that it is replaced and not stacked. It is known by its
 * three scores and colours, which no rule of Excel's own has. Gives the last row that it reached.
 */
export function removeColourScale(xml: string, edits: Edits, formatting: XmlElement): number {
  const rules = Array.from(childrenNamed(xml, formatting, 'cfRule'));
  const ours = rules.filter((rule) => isOurs(xml, rule));
  if (ours.length === 0) return 0;
  if (ours.length === rules.length) edits.replace(formatting.start, formatting.end, '');
  else for (const rule of ours) edits.replace(rule.start, rule.end, '');
  const ranges = (attribute(xml, formatting, 'sqref') ?? '').split(/\s+/).map(parseRange);
  return Math.max(0, ...ranges.map((range) => range?.bottom ?? 0));
}

/** Every rule of the sheet has its place; ours takes the next. */
export function nextPriority(xml: string): number {
  let highest = 0;
  for (const [, digits] of xml.matchAll(/\spriority\s*=\s*["'](\d+)["']/g)) {
    highest = Math.max(highest, Number(digits));
  }
  return highest + 1;
}

function isOurs(xml: string, rule: XmlElement): boolean {
  const scale = childNamed(xml, rule, 'colorScale');
  if (!scale) return false;
  const points = Array.from(childrenNamed(xml, scale, 'cfvo'), (point) =>
    attribute(xml, point, 'type') === 'num' ? attribute(xml, point, 'val') : undefined,
  );
  const colours = Array.from(childrenNamed(xml, scale, 'color'), (colour) =>
    attribute(xml, colour, 'rgb')?.toUpperCase(),
  );
  return (
    points.join() === STOPS.map(({ score }) => score).join() &&
    colours.join() === STOPS.map(({ colour }) => colour).join()
  );
}

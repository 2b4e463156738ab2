import { type Package, toRelationshipsPart } from '../package.js';
import type { WorkbookPart, Worksheet } from '../workbookPart.js';
import {
  getAttribute,
  listChildren,
  findChild,
  listChildrenNamed,
  getContent,
  findRoot,
  getStartTag,
  withAttribute,
} from '../xml/elements.js';
import { Edits } from '../xml/edits.js';
import { growPrintArea, widenRange } from './growRange.js';

/** The new text of parts by name. A part whose text is `undefined` is removed. */
export type PartChanges = Map<string, string | undefined>;

const FILTER_NAME = '_xlnm._FilterDatabase';
const PRINT_AREA_NAME = '_xlnm.Print_Area';
/** The elements that precede `calcPr` in the schema. */
const BEFORE_CALCULATION = (
  'fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups ' +
  'externalReferences definedNames'
).split(' ');

interface GrownSheet {
  readonly filter: { readonly before: string; readonly after: string } | undefined;
  readonly added: readonly number[];
  readonly headerRow: number;
}

/**
 * Grows the defined names. Formulas may use our cells, so a workbook with a calculation chain is
 * calculated again.
 */
export function patchWorkbook(
  workbook: WorkbookPart,
  sheet: Worksheet,
  { filter, added, headerRow }: GrownSheet,
): string {
  const { xml } = workbook;
  const root = findRoot(xml);
  if (!root) return xml;
  const edits = new Edits(xml);
  const names = findChild(xml, root, 'definedNames');
  for (const name of names ? listChildrenNamed(xml, names, 'definedName') : []) {
    if (getAttribute(xml, name, 'localSheetId') !== String(sheet.index)) continue;
    const text = getContent(xml, name);
    const kind = getAttribute(xml, name, 'name');
    const grown =
      kind === PRINT_AREA_NAME
        ? growPrintArea(text, added, headerRow)
        : kind === FILTER_NAME && filter !== undefined
          ? growName(text, filter)
          : text;
    if (grown !== text) edits.replace(name.openEnd, name.closeStart, grown);
  }
  if (workbook.calcChainPart !== undefined) {
    const calculation = findChild(xml, root, 'calcPr');
    if (calculation) {
      const tag = getStartTag(xml, calculation);
      edits.replaceTag(calculation, withAttribute(tag, 'fullCalcOnLoad', '1'));
    } else {
      const children = Array.from(listChildren(xml, root.openEnd, root.closeStart));
      const before = children.findLast(({ name }) => BEFORE_CALCULATION.includes(name));
      const at = before?.end ?? root.openEnd;
      edits.insert(at, `<${root.prefix}calcPr fullCalcOnLoad="1"/>`);
    }
  }
  return edits.apply();
}

/** Grows a range such as `Hires!$A$1:$F$20`. The name of the sheet keeps its spelling. */
function growName(text: string, { before, after }: { before: string; after: string }): string {
  const rangeStart = text.lastIndexOf('!') + 1;
  const range = text.slice(rangeStart);
  const grown = widenRange(range, before, after);
  if (grown === range || rangeStart === 0) return text;
  // Defined names have a dollar sign before each column and row.
  return text.slice(0, rangeStart) + grown.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');
}

/**
 * Removes the calculation chain: it may list cells whose formulas are overwritten, which Excel
 * refuses. Excel makes a new chain.
 */
export async function removeCalcChain(
  parts: Package,
  workbook: WorkbookPart,
  changes: PartChanges,
): Promise<void> {
  const { part: from, calcChainPart: chain } = workbook;
  if (chain === undefined) return;
  changes.set(chain, undefined);
  const contentTypes = '[Content_Types].xml';
  await removeElements(parts, contentTypes, changes, (xml) => {
    const path = `/${chain}`.toLowerCase();
    return (element) => getAttribute(xml, element, 'PartName')?.toLowerCase() === path;
  });
  const links = await parts.readRelationships(from);
  const ids = links.filter(({ target }) => target === chain).map(({ id }) => id);
  await removeElements(parts, toRelationshipsPart(from), changes, (xml) => {
    return (element) => ids.includes(getAttribute(xml, element, 'Id') ?? '');
  });
}

async function removeElements(
  parts: Package,
  part: string,
  changes: PartChanges,
  createMatcher: (xml: string) => (element: Parameters<typeof getAttribute>[1]) => boolean,
): Promise<void> {
  const xml = changes.get(part) ?? (await parts.readText(part)) ?? '';
  const root = findRoot(xml);
  if (!root) return;
  const edits = new Edits(xml);
  const matches = createMatcher(xml);
  for (const element of listChildren(xml, root.openEnd, root.closeStart)) {
    if (matches(element)) edits.replace(element.start, element.end, '');
  }
  changes.set(part, edits.apply());
}

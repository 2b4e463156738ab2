import { parseRange, type Range } from './address.js';
import type { Package } from './package.js';
import {
  getAttribute,
  findChild,
  listChildrenNamed,
  findRoot,
  type XmlElement,
} from './xml/elements.js';

export interface Table {
  readonly part: string;
  readonly name: string;
  readonly xml: string;
  readonly root: XmlElement;
  /** The range as it is written in the part. */
  readonly ref: string;
  readonly range: Range | undefined;
  readonly columnNames: readonly string[];
  /** The totals rows, which are part of `range`. */
  readonly totals: Range | undefined;
  /** The columns come from a query or an XML map, which an added column would break. */
  readonly isBound: boolean;
}

export async function readTables(parts: Package, sheetPart: string): Promise<Table[]> {
  const tables: Table[] = [];
  for (const { type, target } of await parts.readRelationships(sheetPart)) {
    if (type !== 'table') continue;
    const xml = (await parts.readText(target)) ?? '';
    const root = findRoot(xml);
    if (!root) continue;
    const tableRelationships = await parts.readRelationships(target);
    const ref = getAttribute(xml, root, 'ref') ?? '';
    const range = parseRange(ref);
    const totalsRows = Number(getAttribute(xml, root, 'totalsRowCount') ?? 0);
    const tableType = getAttribute(xml, root, 'tableType') ?? 'worksheet';
    tables.push({
      part: target,
      name: getAttribute(xml, root, 'displayName') ?? getAttribute(xml, root, 'name') ?? target,
      xml,
      root,
      ref,
      range,
      columnNames: readColumnNames(xml, root),
      totals: range && totalsRows > 0 ? bottomRows(range, totalsRows) : undefined,
      isBound:
        tableType !== 'worksheet' ||
        tableRelationships.some(({ type: kind }) => kind === 'queryTable'),
    });
  }
  return tables;
}

function readColumnNames(xml: string, root: XmlElement): string[] {
  const list = findChild(xml, root, 'tableColumns');
  if (!list) return [];
  return Array.from(
    listChildrenNamed(xml, list, 'tableColumn'),
    (column) => getAttribute(xml, column, 'name') ?? '',
  );
}

function bottomRows(range: Range, count: number): Range {
  return { ...range, top: range.bottom - count + 1 };
}

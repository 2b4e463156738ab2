import { parseRange, rangeName } from '../address.js';
import type { Table } from '../tables.js';
import {
  getAttribute,
  findChild,
  listChildrenNamed,
  getStartTag,
  withAttribute,
} from '../xml/elements.js';
import { Edits } from '../xml/edits.js';
import { escapeAttribute } from '../xml/text.js';
import { growSort } from './patchTail.js';

export function growTable(table: Table, ref: string, headings: readonly string[]): string {
  const { xml, root } = table;
  const edits = new Edits(xml);
  edits.replaceTag(root, withAttribute(getStartTag(xml, root), 'ref', ref));
  const filter = findChild(xml, root, 'autoFilter');
  if (filter) {
    const before = getAttribute(xml, filter, 'ref') ?? '';
    const after = growFilterRange(before, ref);
    edits.replaceTag(filter, withAttribute(getStartTag(xml, filter), 'ref', after));
    growSort(xml, edits, findChild(xml, filter, 'sortState'), table.ref, ref);
  }
  growSort(xml, edits, findChild(xml, root, 'sortState'), table.ref, ref);
  const columns = findChild(xml, root, 'tableColumns');
  if (columns) {
    const existing = Array.from(listChildrenNamed(xml, columns, 'tableColumn'));
    const ids = existing.map((column) => Number(getAttribute(xml, column, 'id') ?? 0));
    const firstId = Math.max(0, ...ids) + 1;
    const added = headings.map(
      (heading, index) =>
        `<${root.prefix}tableColumn id="${firstId + index}" name="${escapeAttribute(heading)}"/>`,
    );
    const tag = getStartTag(xml, columns);
    const count = String(existing.length + headings.length);
    edits.appendTo(columns, withAttribute(tag, 'count', count), added.join(''));
  }
  return edits.apply();
}

/** Grows the range of a table's filter, which excludes the totals row of the table. */
function growFilterRange(filter: string, table: string): string {
  const right = parseRange(table)?.right;
  const range = parseRange(filter);
  return range && right !== undefined ? rangeName({ ...range, right }) : filter;
}

import { partFile, partFolder, toRelationshipsPart, type Package } from '../package.js';
import {
  TAG_END,
  listChildren,
  findChild,
  findRoot,
  getSource,
  getStartTag,
} from '../xml/elements.js';
import { Edits } from '../xml/edits.js';
import type { PartChanges } from './workbookParts.js';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml';

/** Styles with one font, the two required fills and one cell format. */
const PLAIN_STYLES =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  `<styleSheet xmlns="${MAIN}">` +
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>' +
  '</styleSheet>';

/** The required lists, in the order of the schema. Only `numFmts` precedes them. */
const LISTS = ['fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs'];

export function completeStyles(xml: string | undefined): string {
  const root = xml === undefined ? undefined : findRoot(xml);
  if (xml === undefined || root?.name !== 'styleSheet') return PLAIN_STYLES;
  const findFilledList = (name: string) => {
    const list = findChild(xml, root, name);
    return list && !listChildren(xml, list.openEnd, list.closeStart).next().done ? list : undefined;
  };
  const formats = findChild(xml, root, 'numFmts');
  const lists = LISTS.map((name) => {
    const list = findFilledList(name);
    return list ? getSource(xml, list) : createPlainList(name, root.prefix);
  });
  const others = Array.from(listChildren(xml, root.openEnd, root.closeStart))
    .filter(({ name }) => name !== 'numFmts' && !LISTS.includes(name))
    .map((element) => getSource(xml, element));
  const children = [formats ? getSource(xml, formats) : '', ...lists, ...others].join('');
  const tag = getStartTag(xml, root).replace(TAG_END, '>');
  return `${xml.slice(0, root.start)}${tag}${children}</${root.prefix}styleSheet>`;
}

function createPlainList(name: string, prefix: string): string {
  const root = findRoot(PLAIN_STYLES);
  const list = root && findChild(PLAIN_STYLES, root, name);
  return list ? getSource(PLAIN_STYLES, list).replace(/<(\/?)/g, `<$1${prefix}`) : '';
}

/** Adds a part for styles beside the workbook part, and returns its name. */
export async function addStylesPart(
  parts: Package,
  workbookPart: string,
  changes: PartChanges,
): Promise<string> {
  const folder = partFolder(workbookPart);
  let part = `${folder}styles.xml`;
  for (let number = 2; parts.archive.findEntry(part); number++) {
    part = `${folder}styles${number}.xml`;
  }
  await appendToRoot(parts, '[Content_Types].xml', changes, (prefix) => {
    return `<${prefix}Override PartName="/${part}" ContentType="${CONTENT_TYPE}"/>`;
  });
  await appendToRoot(parts, toRelationshipsPart(workbookPart), changes, (prefix, xml) => {
    const target = partFile(part);
    return `<${prefix}Relationship Id="${findFreeId(xml)}" Type="${RELATIONSHIP}" Target="${target}"/>`;
  });
  return part;
}

async function appendToRoot(
  parts: Package,
  part: string,
  changes: PartChanges,
  createChild: (prefix: string, xml: string) => string,
): Promise<void> {
  const xml = changes.get(part) ?? (await parts.readText(part)) ?? '';
  const root = findRoot(xml);
  if (!root) return;
  const edits = new Edits(xml);
  edits.appendTo(root, xml.slice(root.start, root.openEnd), createChild(root.prefix, xml));
  changes.set(part, edits.apply());
}

function findFreeId(xml: string): string {
  const root = findRoot(xml);
  const count = root ? Array.from(listChildren(xml, root.openEnd, root.closeStart)).length : 0;
  for (let number = count + 1; ; number++) {
    if (!xml.includes(`"rId${number}"`)) return `rId${number}`;
  }
}

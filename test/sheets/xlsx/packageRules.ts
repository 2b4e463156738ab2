import path from 'node:path';
import type { ZippedPart } from './zipFixture.js';

/** Children of `worksheet` in the order of the schema. */
const WORKSHEET_ORDER = (
  'sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection ' +
  'protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells ' +
  'phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup ' +
  'headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing ' +
  'legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst'
).split(' ');

function listRootChildren(xml: string): string[] {
  const names: string[] = [];
  let depth = 0;
  const tags = xml.matchAll(
    /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<(\/?)(?:[\w.-]+:)?([\w.-]+)(?:"[^"]*"|'[^']*'|[^"'>])*?(\/?)>/g,
  );
  for (const [, close, name, self] of tags) {
    if (name === undefined) continue;
    if (close === '/') depth--;
    else {
      if (depth === 1) names.push(name);
      if (self !== '/') depth++;
    }
  }
  if (depth !== 0) throw new Error('unbalanced tags');
  return names;
}

export function findMisplacedChildren(xml: string): string[] {
  const ranks = listRootChildren(xml)
    .map((name) => ({ name, rank: WORKSHEET_ORDER.indexOf(name) }))
    .filter(({ rank }) => rank >= 0);
  return ranks
    .filter(({ rank }, index) => rank < (ranks[index - 1]?.rank ?? 0))
    .map(({ name }) => name);
}

/** Finds relationships whose target is not in the package, as `part -> target`. */
export function findDanglingLinks(parts: ReadonlyMap<string, ZippedPart>): string[] {
  const names = new Set([...parts.keys()].map((name) => name.replaceAll('\\', '/').toLowerCase()));
  const missing: string[] = [];
  for (const [rawName, { content }] of parts) {
    const name = rawName.replaceAll('\\', '/');
    if (!name.endsWith('.rels')) continue;
    const folder = path.posix.dirname(path.posix.dirname(name));
    for (const [tag] of content.toString('utf8').matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
      const target = decodeURIComponent(/\sTarget="([^"#]*)/.exec(tag)?.[1] ?? '');
      if (tag.includes('TargetMode="External"') || target === '') continue;
      const found = path.posix.resolve('/', folder, target.replaceAll('\\', '/')).slice(1);
      if (!names.has(found.toLowerCase())) missing.push(`${name} -> ${target}`);
    }
  }
  return missing;
}

export function findTypesWithoutPart(parts: ReadonlyMap<string, ZippedPart>): string[] {
  const names = new Set(
    [...parts.keys()].map((name) => `/${name.replaceAll('\\', '/')}`.toLowerCase()),
  );
  const types = parts.get('[Content_Types].xml')?.content.toString('utf8') ?? '';
  return [...types.matchAll(/PartName="([^"]+)"/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => !names.has(name.toLowerCase()));
}

/** Returns the source of each cell by its row and column: `2,1` for A2. */
export function readCellSources(xml: string): Map<string, string> {
  const cells = new Map<string, string>();
  let row = 0;
  for (const [, rowTag = '', inner = ''] of xml.matchAll(
    /<(?:\w+:)?row\b((?:"[^"]*"|[^">])*?)(?:\/>|>([^]*?)<\/(?:\w+:)?row\s*>)/g,
  )) {
    row = Number(/\br="(\d+)"/.exec(rowTag)?.[1] ?? row + 1);
    let column = 0;
    for (const [cell, tag = ''] of inner.matchAll(
      /<(?:\w+:)?c\b((?:"[^"]*"|[^">])*?)(?:\/>|>[^]*?<\/(?:\w+:)?c\s*>)/g,
    )) {
      const letters = /\br="([A-Z]+)\d+"/.exec(tag)?.[1];
      column = letters === undefined ? column + 1 : toColumnNumber(letters);
      cells.set(`${row},${column}`, cell);
    }
  }
  return cells;
}

function toColumnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

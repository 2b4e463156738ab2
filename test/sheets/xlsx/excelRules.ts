import path from 'node:path';
import { findDanglingLinks, readCellSources, findTypesWithoutPart } from './packageRules.js';
import {
  readAttributes,
  parseRange,
  readAttribute,
  findElement,
  listParts,
  type Parts,
  toPlainText,
} from './packageText.js';

/**
 * Rules of Excel that are not in the schema of ECMA-376. If a file breaks a rule, Excel may report it as damaged.
 * Each rule returns the places where a package breaks it, and parses files independently of the code
 * under test.
 */
export const excelRules = {
  'the target of each relationship exists': findDanglingLinks,
  'each relationship of a part has a unique id': (parts) =>
    listParts(parts, /\.rels$/).flatMap(([part, xml]) =>
      findDuplicates(part, readAttribute(xml, 'Relationship', 'Id')),
    ),
  'each relationship that a sheet uses exists': findMissingLinks,
  'each content type belongs to an existing part': findTypesWithoutPart,
  'each part has one content type': findPartsWithoutOneType,
  'each table has a unique id and name': (parts) => {
    const tables = listParts(parts, TABLES).map(([, xml]) => readAttributes(xml, 'table')[0] ?? {});
    const names = listParts(parts, /workbook\.xml$/).flatMap(([, xml]) =>
      readAttribute(xml, 'definedName', 'name'),
    );
    return [
      ...findDuplicates(
        'table id',
        tables.map(({ id = '' }) => id),
      ),
      ...findDuplicates('table name', [
        ...tables.map(({ displayName = '' }) => displayName),
        ...new Set(names),
      ]),
    ];
  },
  'each column of a table has a unique id and name, and the count matches the range': (parts) =>
    listParts(parts, TABLES).flatMap(([part, xml]) => {
      const columns = readAttributes(xml, 'tableColumn');
      const [{ ref = '' } = {}] = readAttributes(xml, 'table');
      const { left, right } = parseRange(ref);
      const count = Number(readAttributes(xml, 'tableColumns')[0]?.count);
      return [
        ...findDuplicates(
          part,
          columns.map(({ id = '' }) => id),
        ),
        ...findDuplicates(
          part,
          columns.map(({ name = '' }) => name),
        ),
        ...(columns.length === right - left + 1 && columns.length === count
          ? []
          : [`${part}: ${ref}`]),
      ];
    }),
  'each heading of a table is the text of its cell': findWrongTableHeadings,
  'rows and cells are in ascending order': (parts) =>
    listParts(parts, SHEETS).flatMap(([part, xml]) => {
      const places = [...readCellSources(xml).keys()].map((key) => key.split(',').map(Number));
      const wrong = places.filter(([row = 0, column = 0], index) => {
        const [rowBefore = 0, columnBefore = 0] = places[index - 1] ?? [];
        return row < rowBefore || (row === rowBefore && column <= columnBefore);
      });
      return wrong.map((place) => `${part}: ${place.join()}`);
    }),
  'each style of a cell exists': (parts) => {
    const styles = listParts(parts, STYLES)[0]?.[1] ?? '';
    const count = Math.max(1, readAttributes(findElement(styles, 'cellXfs'), 'xf').length);
    return listParts(parts, SHEETS).flatMap(([part, xml]) =>
      readAttributes(xml, 'c').flatMap(({ r = '', s = '0' }) =>
        Number(s) < count ? [] : [`${part}: ${r}`],
      ),
    );
  },
  'each shared formula has one cell with its range, and all its cells are in the range': (parts) =>
    listParts(parts, SHEETS).flatMap(([part, xml]) => findWrongSharedFormulas(part, xml)),
  'the calculation chain lists only cells with a formula': findChainCellsWithoutFormula,
  'column definitions are in ascending order and do not overlap': (parts) =>
    listParts(parts, SHEETS).flatMap(([part, xml]) => {
      const columns = readAttributes(xml, 'col');
      const wrong = columns.filter(({ min, max }, index) => {
        const before = Number(columns[index - 1]?.max ?? 0);
        return Number(min) <= before || Number(max) < Number(min);
      });
      return wrong.map(({ min = '' }) => `${part}: ${min}`);
    }),
  'no merged cells and no tables overlap': findOverlaps,
  'the filter of a table is as wide as the table, and within it': (parts) =>
    listParts(parts, TABLES).flatMap(([part, xml]) => {
      const [{ ref = '' } = {}] = readAttributes(xml, 'table');
      const [filter] = readAttributes(xml, 'autoFilter');
      const [table, filterRange] = [parseRange(ref), parseRange(filter?.ref ?? ref)];
      const isFitting =
        filterRange.left === table.left &&
        filterRange.right === table.right &&
        filterRange.top === table.top &&
        filterRange.bottom <= table.bottom;
      return isFitting ? [] : [`${part}: ${filter?.ref ?? ''}`];
    }),
  'each number format has a unique id': (parts) =>
    listParts(parts, STYLES).flatMap(([part, xml]) =>
      // Formats of conditional formatting have separate numbers.
      findDuplicates(part, readAttribute(findElement(xml, 'numFmts'), 'numFmt', 'numFmtId')),
    ),
  'each font, fill, border and number format of a style exists': findMissingStyleParts,
  'no text in a formula is longer than 255 characters': (parts) =>
    listParts(parts, SHEETS).flatMap(([part, xml]) =>
      [...readCellSources(xml)].flatMap(([place, cell]) => {
        const [, formula = ''] = /<(?:\w+:)?f(?:\s[^>]*)?>([^<]*)</.exec(cell) ?? [];
        const texts = formula.replaceAll('&quot;', '"').match(/"(?:[^"]|"")*"/g) ?? [];
        return texts.some((text) => text.length > 257) ? [`${part}: ${place}`] : [];
      }),
    ),
  'each name is defined once for its sheet': (parts) =>
    listParts(parts, /workbook\.xml$/).flatMap(([part, xml]) =>
      findDuplicates(
        part,
        readAttributes(xml, 'definedName').map(
          ({ name = '', localSheetId = '' }) => `${name} ${localSheetId}`,
        ),
      ),
    ),
  'a colour scale has as many colours as values': (parts) =>
    listParts(parts, SHEETS).flatMap(([part, xml]) =>
      Array.from(
        xml.matchAll(/<(?:\w+:)?colorScale>([^]*?)<\/(?:\w+:)?colorScale>/g),
        ([scale]) => scale,
      )
        .filter(
          (scale) => readAttributes(scale, 'cfvo').length !== readAttributes(scale, 'color').length,
        )
        .map(() => part),
    ),
  'no text is longer than a cell can hold': (parts) =>
    listParts(parts, SHEETS).flatMap(([part, xml]) =>
      [...readCellSources(xml)].flatMap(([place, cell]) =>
        toPlainText(cell).length > 32_767 ? [`${part}: ${place}`] : [],
      ),
    ),
} satisfies Record<string, (parts: Parts) => string[]>;

const STYLES = /styles\.xml$/i;
const SHEETS = /worksheets\/[^/]+\.xml$/i;
const TABLES = /tables\/[^/]+\.xml$/i;

export function findBrokenRules(parts: Parts): Partial<Record<string, string[]>> {
  const found = Object.entries(excelRules).map(([rule, check]) => [rule, check(parts)] as const);
  return Object.fromEntries(found.filter(([, places]) => places.length > 0));
}

/** Ignores case, as Excel does for names. */
function findDuplicates(place: string, values: readonly string[]): string[] {
  const folded = values.map((value) => value.toLowerCase());
  return folded
    .filter((value, index) => folded.indexOf(value) !== index)
    .map((value) => `${place}: ${value}`);
}

function findMissingLinks(parts: Parts): string[] {
  return listParts(parts, SHEETS).flatMap(([part, xml]) => {
    const { dir, base } = path.posix.parse(part);
    const links = parts.get(`${dir}/_rels/${base}.rels`)?.content.toString('utf8') ?? '';
    const known = readAttribute(links, 'Relationship', 'Id');
    const used = Array.from(xml.matchAll(/\sr:(?:id|embed|link)="([^"]+)"/g), ([, id = '']) => id);
    return used.filter((id) => !known.includes(id)).map((id) => `${part}: ${id}`);
  });
}

function findPartsWithoutOneType(parts: Parts): string[] {
  const types = parts.get('[Content_Types].xml')?.content.toString('utf8') ?? '';
  const overrides = readAttribute(types, 'Override', 'PartName').map((name) => name.toLowerCase());
  const extensions = readAttribute(types, 'Default', 'Extension').map((name) => name.toLowerCase());
  const partsWithoutType = listParts(parts, /^(?!\[Content_Types\]\.xml$).*[^/]$/).filter(
    ([part]) =>
      !overrides.includes(`/${part}`.toLowerCase()) &&
      !extensions.includes(part.slice(part.lastIndexOf('.') + 1).toLowerCase()),
  );
  return [
    ...partsWithoutType.map(([part]) => part),
    ...findDuplicates('Override', overrides),
    ...findDuplicates('Default', extensions),
  ];
}

function findWrongTableHeadings(parts: Parts): string[] {
  const strings = listParts(parts, /sharedStrings\.xml$/)[0]?.[1] ?? '';
  const shared = Array.from(
    strings.matchAll(/<(?:\w+:)?si>([^]*?)<\/(?:\w+:)?si>/g),
    ([, item = '']) => toPlainText(item),
  );
  return listParts(parts, SHEETS).flatMap(([part, xml]) => {
    const cells = readCellSources(xml);
    return listTables(parts, part).flatMap(({ ref, xml: table }) => {
      const [{ headerRowCount = '1' } = {}] = readAttributes(table, 'table');
      const { left, top } = parseRange(ref);
      if (headerRowCount === '0') return [];
      return readAttribute(table, 'tableColumn', 'name').filter((name, index) => {
        const cell = cells.get(`${top},${left + index}`) ?? '';
        const value = /\st="s"/.test(cell) ? shared[Number(toPlainText(cell))] : toPlainText(cell);
        return value !== name.replaceAll(/_x000a_/gi, '\n');
      });
    });
  });
}

function findWrongSharedFormulas(part: string, xml: string): string[] {
  const ranges = new Map<string, ReturnType<typeof parseRange>[]>();
  const members: [index: string, row: number, column: number][] = [];
  for (const [place, cell] of readCellSources(xml)) {
    const [{ t, si = '', ref } = {}] = readAttributes(cell, 'f');
    if (t !== 'shared') continue;
    if (ref !== undefined) ranges.set(si, [...(ranges.get(si) ?? []), parseRange(ref)]);
    const [row = 0, column = 0] = place.split(',').map(Number);
    members.push([si, row, column]);
  }
  return members.flatMap(([si, row, column]) => {
    const [range, ...more] = ranges.get(si) ?? [];
    const isIn =
      range !== undefined &&
      more.length === 0 &&
      row >= range.top &&
      row <= range.bottom &&
      column >= range.left &&
      column <= range.right;
    return isIn ? [] : [`${part}: ${row},${column}`];
  });
}

function findChainCellsWithoutFormula(parts: Parts): string[] {
  const chain = listParts(parts, /calcChain\.xml$/)[0]?.[1];
  if (chain === undefined) return [];
  const cells = readAttributes(chain, 'c');
  if (cells.length === 0) return ['empty'];
  // The chain distinguishes several sheets by `i`, so only workbooks with one sheet are checked.
  const sheets = listParts(parts, SHEETS);
  if (sheets.length !== 1) return [];
  const found = readCellSources(sheets[0]?.[1] ?? '');
  return cells
    .filter(({ r = '' }) => {
      const { top, left } = parseRange(r);
      return !/<(?:\w+:)?f[\s/>]/.test(found.get(`${top},${left}`) ?? '');
    })
    .map(({ r = '' }) => r);
}

function findOverlaps(parts: Parts): string[] {
  return listParts(parts, SHEETS).flatMap(([part, xml]) => {
    const ranges = [
      ...readAttribute(xml, 'mergeCell', 'ref'),
      ...listTables(parts, part).map(({ ref }) => ref),
    ];
    const boxes = ranges.map(parseRange);
    return ranges
      .filter((_range, index) => {
        const box = boxes[index];
        return boxes.slice(0, index).some((other) => {
          if (box === undefined) return false;
          const areApart =
            other.right < box.left ||
            box.right < other.left ||
            other.bottom < box.top ||
            box.bottom < other.top;
          return !areApart;
        });
      })
      .map((range) => `${part}: ${range}`);
  });
}

function listTables(parts: Parts, sheet: string): { ref: string; xml: string }[] {
  const { dir, base } = path.posix.parse(sheet);
  const links = parts.get(`${dir}/_rels/${base}.rels`)?.content.toString('utf8') ?? '';
  return readAttribute(links, 'Relationship', 'Target').flatMap((target) => {
    const xml = parts.get(path.posix.resolve('/', dir, target).slice(1))?.content.toString('utf8');
    if (xml === undefined || !TABLES.test(target)) return [];
    return [{ ref: readAttributes(xml, 'table')[0]?.ref ?? '', xml }];
  });
}

function findMissingStyleParts(parts: Parts): string[] {
  return listParts(parts, STYLES).flatMap(([part, xml]) => {
    const counts = {
      fontId: readAttributes(findElement(xml, 'fonts'), 'font').length,
      fillId: readAttributes(findElement(xml, 'fills'), 'fill').length,
      borderId: readAttributes(findElement(xml, 'borders'), 'border').length,
    };
    const definedFormats = new Set(
      readAttribute(findElement(xml, 'numFmts'), 'numFmt', 'numFmtId'),
    );
    return readAttributes(findElement(xml, 'cellXfs'), 'xf').flatMap((style, index) => {
      const missing = Object.entries(counts).filter(
        ([id, count]) => Number(style[id] ?? 0) >= count,
      );
      const format = style.numFmtId ?? '0';
      const hasFormat = Number(format) < 164 || definedFormats.has(format);
      return missing.length === 0 && hasFormat ? [] : [`${part}: style ${index}`];
    });
  });
}

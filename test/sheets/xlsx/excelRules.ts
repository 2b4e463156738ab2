import path from 'node:path';
import { dangling, sourceCells, typedButMissing } from './packageRules.js';
import { attributes, corners, ids, list, named, type Parts, toPlainText } from './packageText.js';

/**
 * Rules of Excel that are not in the schema of ECMA-376. Excel reports a file that breaks one as damaged.
 * Each rule returns the places where a package breaks it, and parses files independently of the code
 * under test.
 */
export const excelRules = {
  'each relationship leads to a part': dangling,
  'each relationship of a part has a unique id': (parts) =>
    named(parts, /\.rels$/).flatMap(([part, xml]) => twice(part, ids(xml, 'Relationship', 'Id'))),
  'each relationship that a part uses exists': findMissingLinks,
  'each content type belongs to an existing part': typedButMissing,
  'each part has one content type': findPartsWithoutOneType,
  'each table has a unique id and name': (parts) => {
    const tables = named(parts, TABLES).map(([, xml]) => attributes(xml, 'table')[0] ?? {});
    const names = named(parts, /workbook\.xml$/).flatMap(([, xml]) =>
      ids(xml, 'definedName', 'name'),
    );
    return [
      ...twice(
        'table id',
        tables.map(({ id = '' }) => id),
      ),
      ...twice('table name', [
        ...tables.map(({ displayName = '' }) => displayName),
        ...new Set(names),
      ]),
    ];
  },
  'each column of a table has a unique id and name, and the count matches the range': (parts) =>
    named(parts, TABLES).flatMap(([part, xml]) => {
      const columns = attributes(xml, 'tableColumn');
      const [{ ref = '' } = {}] = attributes(xml, 'table');
      const { left, right } = corners(ref);
      const count = Number(attributes(xml, 'tableColumns')[0]?.count);
      return [
        ...twice(
          part,
          columns.map(({ id = '' }) => id),
        ),
        ...twice(
          part,
          columns.map(({ name = '' }) => name),
        ),
        ...(columns.length === right - left + 1 && columns.length === count
          ? []
          : [`${part}: ${ref}`]),
      ];
    }),
  'each heading of a table is the text of its cell': tableHeadings,
  'rows and cells ascend': (parts) =>
    named(parts, SHEETS).flatMap(([part, xml]) => {
      const places = [...sourceCells(xml).keys()].map((key) => key.split(',').map(Number));
      const wrong = places.filter(([row = 0, column = 0], index) => {
        const [rowBefore = 0, columnBefore = 0] = places[index - 1] ?? [];
        return row < rowBefore || (row === rowBefore && column <= columnBefore);
      });
      return wrong.map((place) => `${part}: ${place.join()}`);
    }),
  'each style of a cell exists': (parts) => {
    const styles = named(parts, STYLES)[0]?.[1] ?? '';
    const count = Math.max(1, attributes(list(styles, 'cellXfs'), 'xf').length);
    return named(parts, SHEETS).flatMap(([part, xml]) =>
      attributes(xml, 'c').flatMap(({ r = '', s = '0' }) =>
        Number(s) < count ? [] : [`${part}: ${r}`],
      ),
    );
  },
  'each shared formula has one cell with its range, and all its cells are in the range': (parts) =>
    named(parts, SHEETS).flatMap(([part, xml]) => sharedFormulas(part, xml)),
  'the calculation chain lists only cells with a formula': findChainCellsWithoutFormula,
  'column definitions ascend and do not overlap': (parts) =>
    named(parts, SHEETS).flatMap(([part, xml]) => {
      const columns = attributes(xml, 'col');
      const wrong = columns.filter(({ min, max }, index) => {
        const before = Number(columns[index - 1]?.max ?? 0);
        return Number(min) <= before || Number(max) < Number(min);
      });
      return wrong.map(({ min = '' }) => `${part}: ${min}`);
    }),
  'no merged cells and no tables overlap': overlaps,
  'the filter of a table is as wide as the table, and within it': (parts) =>
    named(parts, TABLES).flatMap(([part, xml]) => {
      const [{ ref = '' } = {}] = attributes(xml, 'table');
      const [filter] = attributes(xml, 'autoFilter');
      const [table, within] = [corners(ref), corners(filter?.ref ?? ref)];
      const isRight =
        within.left === table.left &&
        within.right === table.right &&
        within.top === table.top &&
        within.bottom <= table.bottom;
      return isRight ? [] : [`${part}: ${filter?.ref ?? ''}`];
    }),
  'each number format has a unique id': (parts) =>
    named(parts, STYLES).flatMap(([part, xml]) =>
      // Formats of conditional formatting have separate numbers.
      twice(part, ids(list(xml, 'numFmts'), 'numFmt', 'numFmtId')),
    ),
  'each font, fill, border and number format of a style exists': styleParts,
  'no text in a formula is longer than 255 characters': (parts) =>
    named(parts, SHEETS).flatMap(([part, xml]) =>
      [...sourceCells(xml)].flatMap(([place, cell]) => {
        const [, formula = ''] = /<(?:\w+:)?f(?:\s[^>]*)?>([^<]*)</.exec(cell) ?? [];
        const texts = formula.replaceAll('&quot;', '"').match(/"(?:[^"]|"")*"/g) ?? [];
        return texts.some((text) => text.length > 257) ? [`${part}: ${place}`] : [];
      }),
    ),
  'each name is defined once for its sheet': (parts) =>
    named(parts, /workbook\.xml$/).flatMap(([part, xml]) =>
      twice(
        part,
        attributes(xml, 'definedName').map(
          ({ name = '', localSheetId = '' }) => `${name} ${localSheetId}`,
        ),
      ),
    ),
  'a colour scale has as many colours as values': (parts) =>
    named(parts, SHEETS).flatMap(([part, xml]) =>
      Array.from(
        xml.matchAll(/<(?:\w+:)?colorScale>([^]*?)<\/(?:\w+:)?colorScale>/g),
        ([scale]) => scale,
      )
        .filter((scale) => attributes(scale, 'cfvo').length !== attributes(scale, 'color').length)
        .map(() => part),
    ),
  'no text is longer than a cell can hold': (parts) =>
    named(parts, SHEETS).flatMap(([part, xml]) =>
      [...sourceCells(xml)].flatMap(([place, cell]) =>
        toPlainText(cell).length > 32_767 ? [`${part}: ${place}`] : [],
      ),
    ),
} satisfies Record<string, (parts: Parts) => string[]>;

const STYLES = /styles\.xml$/i;
const SHEETS = /worksheets\/[^/]+\.xml$/i;
const TABLES = /tables\/[^/]+\.xml$/i;

/** Returns the rules that a package breaks, with the places. */
export function brokenRules(parts: Parts): Partial<Record<string, string[]>> {
  const found = Object.entries(excelRules).map(([rule, check]) => [rule, check(parts)] as const);
  return Object.fromEntries(found.filter(([, places]) => places.length > 0));
}

/** Returns the values that occur twice. Like Excel, it ignores case. */
function twice(where: string, values: readonly string[]): string[] {
  const folded = values.map((value) => value.toLowerCase());
  return folded
    .filter((value, index) => folded.indexOf(value) !== index)
    .map((value) => `${where}: ${value}`);
}

function findMissingLinks(parts: Parts): string[] {
  return named(parts, SHEETS).flatMap(([part, xml]) => {
    const { dir, base } = path.posix.parse(part);
    const links = parts.get(`${dir}/_rels/${base}.rels`)?.content.toString('utf8') ?? '';
    const known = ids(links, 'Relationship', 'Id');
    const used = Array.from(xml.matchAll(/\sr:(?:id|embed|link)="([^"]+)"/g), ([, id = '']) => id);
    return used.filter((id) => !known.includes(id)).map((id) => `${part}: ${id}`);
  });
}

function findPartsWithoutOneType(parts: Parts): string[] {
  const types = parts.get('[Content_Types].xml')?.content.toString('utf8') ?? '';
  const overrides = ids(types, 'Override', 'PartName').map((name) => name.toLowerCase());
  const extensions = ids(types, 'Default', 'Extension').map((name) => name.toLowerCase());
  const without = named(parts, /^(?!\[Content_Types\]\.xml$).*[^/]$/).filter(
    ([part]) =>
      !overrides.includes(`/${part}`.toLowerCase()) &&
      !extensions.includes(part.slice(part.lastIndexOf('.') + 1).toLowerCase()),
  );
  return [
    ...without.map(([part]) => part),
    ...twice('Override', overrides),
    ...twice('Default', extensions),
  ];
}

function tableHeadings(parts: Parts): string[] {
  const strings = named(parts, /sharedStrings\.xml$/)[0]?.[1] ?? '';
  const shared = Array.from(
    strings.matchAll(/<(?:\w+:)?si>([^]*?)<\/(?:\w+:)?si>/g),
    ([, item = '']) => toPlainText(item),
  );
  return named(parts, SHEETS).flatMap(([part, xml]) => {
    const cells = sourceCells(xml);
    return listTables(parts, part).flatMap(({ ref, xml: table }) => {
      const [{ headerRowCount = '1' } = {}] = attributes(table, 'table');
      const { left, top } = corners(ref);
      if (headerRowCount === '0') return [];
      return ids(table, 'tableColumn', 'name').filter((name, index) => {
        const cell = cells.get(`${top},${left + index}`) ?? '';
        const value = /\st="s"/.test(cell) ? shared[Number(toPlainText(cell))] : toPlainText(cell);
        return value !== name.replaceAll(/_x000a_/gi, '\n');
      });
    });
  });
}

function sharedFormulas(part: string, xml: string): string[] {
  const ranges = new Map<string, ReturnType<typeof corners>[]>();
  const members: [index: string, row: number, column: number][] = [];
  for (const [place, cell] of sourceCells(xml)) {
    const [{ t, si = '', ref } = {}] = attributes(cell, 'f');
    if (t !== 'shared') continue;
    if (ref !== undefined) ranges.set(si, [...(ranges.get(si) ?? []), corners(ref)]);
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
  const chain = named(parts, /calcChain\.xml$/)[0]?.[1];
  if (chain === undefined) return [];
  const cells = attributes(chain, 'c');
  if (cells.length === 0) return ['empty'];
  // The workbooks of these tests have one sheet. A chain of several sheets distinguishes them by `i`.
  const sheets = named(parts, SHEETS);
  if (sheets.length !== 1) return [];
  const found = sourceCells(sheets[0]?.[1] ?? '');
  return cells
    .filter(({ r = '' }) => {
      const { top, left } = corners(r);
      return !/<(?:\w+:)?f[\s/>]/.test(found.get(`${top},${left}`) ?? '');
    })
    .map(({ r = '' }) => r);
}

function overlaps(parts: Parts): string[] {
  return named(parts, SHEETS).flatMap(([part, xml]) => {
    const ranges = [
      ...ids(xml, 'mergeCell', 'ref'),
      ...listTables(parts, part).map(({ ref }) => ref),
    ];
    const boxes = ranges.map(corners);
    return ranges
      .filter((_range, index) => {
        const box = boxes[index];
        return boxes.slice(0, index).some((other) => {
          if (box === undefined) return false;
          const apart =
            other.right < box.left ||
            box.right < other.left ||
            other.bottom < box.top ||
            box.bottom < other.top;
          return !apart;
        });
      })
      .map((range) => `${part}: ${range}`);
  });
}

function listTables(parts: Parts, sheet: string): { ref: string; xml: string }[] {
  const { dir, base } = path.posix.parse(sheet);
  const links = parts.get(`${dir}/_rels/${base}.rels`)?.content.toString('utf8') ?? '';
  return ids(links, 'Relationship', 'Target').flatMap((target) => {
    const xml = parts.get(path.posix.resolve('/', dir, target).slice(1))?.content.toString('utf8');
    if (xml === undefined || !TABLES.test(target)) return [];
    return [{ ref: attributes(xml, 'table')[0]?.ref ?? '', xml }];
  });
}

function styleParts(parts: Parts): string[] {
  return named(parts, STYLES).flatMap(([part, xml]) => {
    const counts = {
      fontId: attributes(list(xml, 'fonts'), 'font').length,
      fillId: attributes(list(xml, 'fills'), 'fill').length,
      borderId: attributes(list(xml, 'borders'), 'border').length,
    };
    const own = new Set(ids(list(xml, 'numFmts'), 'numFmt', 'numFmtId'));
    return attributes(list(xml, 'cellXfs'), 'xf').flatMap((style, index) => {
      const missing = Object.entries(counts).filter(
        ([id, count]) => Number(style[id] ?? 0) >= count,
      );
      const format = style.numFmtId ?? '0';
      const isThere = Number(format) < 164 || own.has(format);
      return missing.length === 0 && isThere ? [] : [`${part}: style ${index}`];
    });
  });
}

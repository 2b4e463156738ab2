import path from 'node:path';
import { dangling, sourceCells, typedButMissing } from './packageRules.js';
import type { ZippedPart } from './zipFixture.js';

/**
 * What Excel calls a file damaged for, though the schema of ECMA-376 allows it. Each rule says where a
 * package breaks it. Read by hand, independently of the code under test.
 */
export const excelRules = {
  'each relationship leads to a part': dangling,
  'each relationship of a part has an id of its own': (parts) =>
    named(parts, /\.rels$/).flatMap(([part, xml]) => twice(part, ids(xml, 'Relationship', 'Id'))),
  'each relationship that a part uses is there': usedLinks,
  'each content type is of a part that is there': typedButMissing,
  'each part has one content type': typeless,
  'each table has an id and a name of its own': (parts) => {
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
  'each column of a table has an id and a name of its own, and they are as many as the range has': (
    parts,
  ) =>
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
  'each style of a cell is there': (parts) => {
    const styles = named(parts, /styles\.xml$/)[0]?.[1] ?? '';
    const formats = /<(?:\w+:)?cellXfs\b[^]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? '';
    const count = Math.max(1, attributes(formats, 'xf').length);
    return named(parts, SHEETS).flatMap(([part, xml]) =>
      attributes(xml, 'c').flatMap(({ r = '', s = '0' }) =>
        Number(s) < count ? [] : [`${part}: ${r}`],
      ),
    );
  },
  'each shared formula has one cell that says its range, and no other cell outside of it': (
    parts,
  ) => named(parts, SHEETS).flatMap(([part, xml]) => sharedFormulas(part, xml)),
  'the calculation chain names only cells with a formula': calculated,
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
        textOf(cell).length > 32_767 ? [`${part}: ${place}`] : [],
      ),
    ),
} satisfies Record<string, (parts: Parts) => string[]>;

type Parts = ReadonlyMap<string, ZippedPart>;

const SHEETS = /worksheets\/[^/]+\.xml$/i;
const TABLES = /tables\/[^/]+\.xml$/i;

/** Every rule that the package breaks, with where. */
export function brokenRules(parts: Parts): Partial<Record<string, string[]>> {
  const found = Object.entries(excelRules).map(([rule, check]) => [rule, check(parts)] as const);
  return Object.fromEntries(found.filter(([, places]) => places.length > 0));
}

function named(parts: Parts, pattern: RegExp): [part: string, xml: string][] {
  return [...parts].flatMap(([name, { content }]): [string, string][] => {
    const part = name.replaceAll('\\', '/');
    return pattern.test(part) ? [[part, content.toString('utf8')]] : [];
  });
}

function attributes(xml: string, element: string): Record<string, string>[] {
  const tags = xml.matchAll(
    new RegExp(`<(?:\\w+:)?${element}(\\s(?:"[^"]*"|'[^']*'|[^"'>])*)?/?>`, 'g'),
  );
  return Array.from(tags, ([, inside = '']) =>
    Object.fromEntries(
      Array.from(
        inside.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g),
        ([, name = '', one, other]) => [name, decoded(one ?? other ?? '')],
      ),
    ),
  );
}

function ids(xml: string, element: string, name: string): string[] {
  return attributes(xml, element).map((found) => found[name] ?? '');
}

/** Excel takes names for the same whatever their case. */
function twice(where: string, values: readonly string[]): string[] {
  const folded = values.map((value) => value.toLowerCase());
  return folded
    .filter((value, index) => folded.indexOf(value) !== index)
    .map((value) => `${where}: ${value}`);
}

function usedLinks(parts: Parts): string[] {
  return named(parts, SHEETS).flatMap(([part, xml]) => {
    const { dir, base } = path.posix.parse(part);
    const links = parts.get(`${dir}/_rels/${base}.rels`)?.content.toString('utf8') ?? '';
    const known = ids(links, 'Relationship', 'Id');
    const used = Array.from(xml.matchAll(/\sr:(?:id|embed|link)="([^"]+)"/g), ([, id = '']) => id);
    return used.filter((id) => !known.includes(id)).map((id) => `${part}: ${id}`);
  });
}

function typeless(parts: Parts): string[] {
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
    ([, item = '']) => textOf(item),
  );
  return named(parts, SHEETS).flatMap(([part, xml]) => {
    const { dir, base } = path.posix.parse(part);
    const links = parts.get(`${dir}/_rels/${base}.rels`)?.content.toString('utf8') ?? '';
    const cells = sourceCells(xml);
    return ids(links, 'Relationship', 'Target').flatMap((target) => {
      const table = parts
        .get(path.posix.resolve('/', dir, target).slice(1))
        ?.content.toString('utf8');
      if (table === undefined || !TABLES.test(target)) return [];
      const [{ ref = '', headerRowCount = '1' } = {}] = attributes(table, 'table');
      const { left, top } = corners(ref);
      if (headerRowCount === '0') return [];
      return ids(table, 'tableColumn', 'name').filter((name, index) => {
        const cell = cells.get(`${top},${left + index}`) ?? '';
        const value = /\st="s"/.test(cell) ? shared[Number(textOf(cell))] : textOf(cell);
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

function calculated(parts: Parts): string[] {
  const chain = named(parts, /calcChain\.xml$/)[0]?.[1];
  if (chain === undefined) return [];
  const cells = attributes(chain, 'c');
  if (cells.length === 0) return ['empty'];
  // One sheet is all that the test workbooks have; others are told apart by i.
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

function corners(ref: string): { left: number; top: number; right: number; bottom: number } {
  const [first = '', last = first] = ref.replaceAll('$', '').split(':');
  const [left, top] = place(first);
  const [right, bottom] = place(last);
  return { left, top, right, bottom };
}

function place(cell: string): [column: number, row: number] {
  const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(cell) ?? [];
  const column = Array.from(letters).reduce(
    (number, letter) => number * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return [column, Number(digits)];
}

function textOf(xml: string): string {
  const texts = xml.matchAll(/<(?:\w+:)?[tv](?:\s[^>]*)?>([^<]*)</g);
  return decoded(Array.from(texts, ([, text = '']) => text).join(''));
}

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (_all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined)
        return { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name] ?? '';
      return String.fromCodePoint(
        decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal),
      );
    },
  );
}

// Reads the parts of an unzipped .xlsx itself, since n8n's Extract from File returns 42 for a cell that
// shows 00042, and knows no dates.

/** A cell that holds what a person sees as another text than its value: `00042`, or `E-0042`. */
const PADDED = /^(?:"([^"]*)")?(0{2,})(?:"([^"]*)")?(?:_.)?(?:;.*)?$/;
const DAYS_FROM_1900_TO_1904 = 1462;
const COLUMNS_OF_EXCEL = 16_384;

/** The worksheets that can be seen, in their order, each as rows with their cells by column. */
export function* sheetsOf(parts) {
  const workbook = parts['xl/workbook.xml'];
  const read = readerOf(parts, /\bdate1904="(1|true)"/.test(workbook));
  for (const path of sheetPaths(workbook, parts['xl/_rels/workbook.xml.rels'] ?? '')) {
    yield read(parts[path] ?? '');
  }
}

function sheetPaths(workbook, relations) {
  const targets = new Map(
    elements(relations, 'Relationship').map(({ attributes }) => [
      attributes.Id,
      attributes.Target?.replace(/^\/?(xl\/)?/, 'xl/'),
    ]),
  );
  return elements(workbook, 'sheet')
    .filter(({ attributes }) => (attributes.state ?? 'visible') === 'visible')
    .map(({ attributes }) => targets.get(attributes['r:id']));
}

/** Reads a worksheet to rows with their cells by column. */
function readerOf(parts, is1904) {
  const strings = elements(parts['xl/sharedStrings.xml'] ?? '', 'si').map(({ inner }) =>
    textOf(inner),
  );
  const formatOf = formats(parts['xl/styles.xml'] ?? '');
  const cellOf = ({ attributes, inner }) => {
    const raw = elements(inner, 'v')[0];
    const text = raw === undefined ? '' : decoded(raw.inner);
    switch (attributes.t) {
      case 's':
        return { value: strings[Number(text)] ?? '' };
      case 'inlineStr':
        return { value: textOf(inner) };
      case 'str':
        return { value: text };
      case 'd':
        return { value: text };
      case 'b':
        return { value: text === '1' };
      case 'e':
        return { value: text, isError: true };
    }
    if (text === '') return undefined;
    const format = formatOf(attributes.s);
    const isDate = isDateFormat(format);
    const value = Number(text) + (isDate && is1904 ? DAYS_FROM_1900_TO_1904 : 0);
    const [, before = '', zeros, after = ''] = PADDED.exec(format.code) ?? [];
    const shown = zeros && `${before}${String(value).padStart(zeros.length, '0')}${after}`;
    return {
      value,
      ...(format.id === 0 ? {} : { format }),
      ...(isDate ? { isDate } : {}),
      ...(shown ? { shown } : {}),
    };
  };
  return (sheet) => {
    let number = 0;
    return elements(sheet, 'row').map(({ attributes, inner }) => {
      number = Number(attributes.r ?? number + 1);
      const cells = [];
      for (const cell of elements(inner, 'c')) {
        const index = cell.attributes.r ? columnIndex(cell.attributes.r) : cells.length;
        if (index < COLUMNS_OF_EXCEL) cells[index] = cellOf(cell);
      }
      return { number, cells: Array.from(cells) };
    });
  };
}

/** The number format of a cell's style: Excel's own number for it, and its code where it has one. */
function formats(styles) {
  const codes = new Map(
    elements(styles, 'numFmt').map(({ attributes }) => [
      Number(attributes.numFmtId),
      decoded(attributes.formatCode ?? ''),
    ]),
  );
  const cellXfs = elements(styles, 'cellXfs')[0]?.inner ?? '';
  const ids = elements(cellXfs, 'xf').map(({ attributes }) => Number(attributes.numFmtId ?? 0));
  return (style) => {
    const id = ids[Number(style ?? 0)] ?? 0;
    return { id, code: codes.get(id) ?? '' };
  };
}

function isDateFormat({ id, code }) {
  if (code === '') return (id >= 14 && id <= 22) || (id >= 45 && id <= 47);
  return /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\[[^\]]*\]/g, '').replace(/general/gi, ''));
}

function columnIndex(reference) {
  const letters = /^[A-Z]+/i.exec(reference)?.[0].toUpperCase() ?? 'A';
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** All elements of one name, with or without a prefix. They must not hold each other. */
function elements(xml, name) {
  const tag = `(?:\\w+:)?${name}`;
  const pattern = new RegExp(`<${tag}((?:\\s[^>]*?)?)(?:/>|>([\\s\\S]*?)</${tag}>)`, 'g');
  return Array.from(xml.matchAll(pattern), ([, attributes, inner = '']) => ({
    attributes: Object.fromEntries(
      Array.from(attributes.matchAll(/([\w:]+)="([^"]*)"/g), ([, key, value]) => [key, value]),
    ),
    inner,
  }));
}

/** The text of a string, without the readings that Japanese has above it. */
function textOf(xml) {
  const spoken = xml.replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '');
  return elements(spoken, 't')
    .map(({ inner }) => decoded(inner))
    .join('');
}

function decoded(xml) {
  const names = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return xml.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    name ? (names[name] ?? whole) : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)),
  );
}

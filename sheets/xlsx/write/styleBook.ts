import type { CellStyle, Styles } from '../styles.js';
import {
  getAttribute,
  listChildren,
  findChild,
  listChildrenNamed,
  findRoot,
  getSource,
  withAttribute,
  type XmlElement,
} from '../xml/elements.js';
import { Edits } from '../xml/edits.js';
import { escapeAttribute } from '../xml/text.js';

export type StyleNeed = 'number' | 'dateTime' | 'text' | 'wrapped' | 'link' | 'numberHeading';

/**
 * Unlike the built-in formats, this format is the same in every country, and shows the time zone.
 */
const DATE_TIME_FORMAT = 'yyyy\\-mm\\-dd\\ hh:mm\\ \\U\\T\\C';
/** The first number of formats that are not built in. */
const FIRST_OWN_FORMAT = 164;
/** About the number of cell formats that Excel allows in one workbook. */
const MAX_CELL_FORMATS = 65_000;
const BUILT_IN_TEXT_FORMAT = 49;
/** The order that Excel writes and requires. */
const FONT_ORDER =
  'b i strike condense extend outline shadow u vertAlign sz color name family charset scheme';

/**
 * Existing formats keep their indexes and their source. An added format is the cell's own format
 * with the needed changes, so that the user's other choices are kept.
 */
export class StyleBook {
  private readonly known = new Map<string, number>();
  private readonly formats: string[] = [];
  private readonly fonts: string[] = [];
  private readonly cellFormats: string[] = [];
  private readonly formatIds = new Map<string, number>();
  private readonly firstAdded: number;

  /**
   * Added formats get indexes above `maxUsed`, if Excel allows as many: a cell that refers to a
   * missing format must not get an added one, which could turn a number into a date.
   */
  constructor(
    private readonly styles: Styles,
    maxUsed = 0,
  ) {
    const count = styles.cellStyles.length;
    this.firstAdded = maxUsed < MAX_CELL_FORMATS ? Math.max(count, maxUsed + 1) : count;
  }

  get source(): string {
    return this.styles.xml;
  }

  /** `format` is a number format code for the need `number`. */
  findStyle(base: number, need: StyleNeed, format?: string): number {
    const key = `${base} ${need} ${need === 'number' ? format : ''}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const style = this.styles.cellStyles[base] ?? this.styles.cellStyles[0];
    const xf = style && this.adaptStyle(style, need, format);
    const index = xf === undefined || xf === style?.xml ? base : this.addCellFormat(xf);
    this.known.set(key, index);
    return index;
  }

  apply(): string | undefined {
    if (this.cellFormats.length === 0) return undefined;
    const { xml } = this.styles;
    const root = findRoot(xml);
    if (!root) return undefined;
    const edits = new Edits(xml);
    appendToList(xml, edits, findChild(xml, root, 'fonts'), this.fonts);
    const plain = `<${root.prefix}xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>`;
    const missing = this.firstAdded - this.styles.cellStyles.length;
    const added = [...Array.from({ length: missing }, () => plain), ...this.cellFormats];
    appendToList(xml, edits, findChild(xml, root, 'cellXfs'), added);
    const formats = findChild(xml, root, 'numFmts');
    if (formats) {
      appendToList(xml, edits, formats, this.formats);
    } else if (this.formats.length > 0) {
      const name = `${root.prefix}numFmts`;
      const list = `<${name} count="${this.formats.length}">${this.formats.join('')}</${name}>`;
      edits.insert(root.openEnd, list);
    }
    return edits.apply();
  }

  private adaptStyle(style: CellStyle, need: StyleNeed, format?: string): string | undefined {
    switch (need) {
      case 'text':
        return withTagAttribute(style.xml, 'quotePrefix', '1');
      case 'wrapped':
        return withAlignment(withTagAttribute(style.xml, 'quotePrefix', '1'), 'wrapText', '1');
      case 'link':
        return this.toLinkStyle(style.xml);
      case 'numberHeading':
        return alignRight(style.xml);
      case 'dateTime':
        if (style.shape.kind === 'date') return style.xml;
        return this.withFormat(style.xml, DATE_TIME_FORMAT);
      case 'number': {
        const { numberFormatId: id, shape } = style;
        // The user chose this format, so the numbers keep it.
        const isChosen = shape.kind === 'number' && id !== 0 && id !== BUILT_IN_TEXT_FORMAT;
        const keepsFormat = isChosen || format === undefined;
        return alignRight(keepsFormat ? style.xml : this.withFormat(style.xml, format));
      }
    }
  }

  private withFormat(xf: string, code: string): string {
    const formatted = withTagAttribute(xf, 'numFmtId', String(this.findOrAddFormat(code)));
    return withTagAttribute(formatted, 'applyNumberFormat', '1');
  }

  private findOrAddFormat(code: string): number {
    const { formatCodes, xml } = this.styles;
    for (const [id, existing] of formatCodes) if (existing === code) return id;
    const known = this.formatIds.get(code);
    if (known !== undefined) return known;
    const id =
      Math.max(FIRST_OWN_FORMAT - 1, ...formatCodes.keys(), ...this.formatIds.values()) + 1;
    const prefix = findRoot(xml)?.prefix ?? '';
    this.formats.push(`<${prefix}numFmt numFmtId="${id}" formatCode="${escapeAttribute(code)}"/>`);
    this.formatIds.set(code, id);
    return id;
  }

  private toLinkStyle(xf: string): string {
    const { xml } = this.styles;
    const root = findRoot(xml);
    const fonts = root && findChild(xml, root, 'fonts');
    const element = findRoot(xf);
    if (!fonts || !element) return xf;
    const existing = Array.from(listChildrenNamed(xml, fonts, 'font'));
    const font = existing[Number(getAttribute(xf, element, 'fontId') ?? 0)];
    if (!font || findChild(xml, font, 'u')) return xf;
    this.fonts.push(createLinkFont(xml, font));
    const id = existing.length + this.fonts.length - 1;
    return withTagAttribute(withTagAttribute(xf, 'fontId', String(id)), 'applyFont', '1');
  }

  private addCellFormat(xf: string): number {
    const existing = this.cellFormats.indexOf(xf);
    if (existing >= 0) return this.firstAdded + existing;
    this.cellFormats.push(xf);
    return this.firstAdded + this.cellFormats.length - 1;
  }
}

function withTagAttribute(xf: string, name: string, value: string): string {
  const element = findRoot(xf);
  if (!element || getAttribute(xf, element, name) === value) return xf;
  return withAttribute(xf.slice(0, element.openEnd), name, value) + xf.slice(element.openEnd);
}

function alignRight(xf: string): string {
  const element = findRoot(xf);
  if (!element) return xf;
  const alignment = findChild(xf, element, 'alignment');
  const horizontal = alignment && getAttribute(xf, alignment, 'horizontal');
  if (horizontal !== undefined && horizontal !== 'general') return xf;
  // Without the indent, a number would touch the text in the next column.
  return withAlignment(withAlignment(xf, 'horizontal', 'right'), 'indent', '1');
}

function withAlignment(xf: string, name: string, value: string): string {
  const element = findRoot(xf);
  if (!element) return xf;
  const alignment = findChild(xf, element, 'alignment');
  if (alignment && getAttribute(xf, alignment, name) === value) return xf;
  const edits = new Edits(xf);
  if (alignment) {
    const tag = xf.slice(alignment.start, alignment.openEnd);
    edits.replaceTag(alignment, withAttribute(tag, name, value));
  } else {
    edits.prepend(element, `<${element.prefix}alignment ${name}="${value}"/>`);
  }
  return withTagAttribute(edits.apply(), 'applyAlignment', '1');
}

function createLinkFont(xml: string, font: XmlElement): string {
  const { prefix } = font;
  const parts = Array.from(listChildren(xml, font.openEnd, font.closeStart))
    .filter(({ name }) => name !== 'color')
    .map((element) => ({ name: element.name, xml: getSource(xml, element) }));
  parts.push({ name: 'u', xml: `<${prefix}u/>` });
  parts.push({ name: 'color', xml: `<${prefix}color rgb="FF0563C1"/>` });
  const order = FONT_ORDER.split(' ');
  const sorted = parts.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  return `<${prefix}font>${sorted.map((part) => part.xml).join('')}</${prefix}font>`;
}

function appendToList(
  xml: string,
  edits: Edits,
  list: XmlElement | undefined,
  items: readonly string[],
): void {
  if (!list || items.length === 0) return;
  const count = Array.from(listChildren(xml, list.openEnd, list.closeStart)).length;
  const tag = xml.slice(list.start, list.openEnd);
  edits.appendTo(list, withAttribute(tag, 'count', String(count + items.length)), items.join(''));
}

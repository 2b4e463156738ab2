import { SheetError } from '../../sheet.js';
import { decodeEntities } from './text.js';

const QUOTE = 34;
const APOSTROPHE = 39;
const GREATER_THAN = 62;

/** An element of an XML document, as positions in its source; nothing is copied. */
export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string;
  /** The prefix with its colon, or nothing. */
  readonly prefix: string;
  readonly start: number;
  /** After the `>` of the start tag. */
  readonly openEnd: number;
  /** Where the content ends; `openEnd` when the tag closes itself. */
  readonly closeStart: number;
  readonly end: number;
}

/**
 * The direct children of an element, or the document's elements; in order, one at a time, so a list
 * of a million merged ranges costs nothing to walk. Comments, CDATA and processing instructions are
 * stepped over.
 *
 * Like the row scanner, it is our own: an edit that keeps all other bytes needs positions, not
 * copies, and saxes takes 1.1 s over the worksheet that the row scanner goes through in 0.4 s.
 *
 * @throws {SheetError} for a DOCTYPE, which no workbook needs and entity tricks do.
 */
export function* childElements(
  xml: string,
  from = 0,
  to = xml.length,
): Generator<XmlElement, void, undefined> {
  let depth = 0;
  let top: { name: string; prefix: string; start: number; openEnd: number } | undefined;
  let at = from;
  for (;;) {
    const start = xml.indexOf('<', at);
    if (start < 0 || start >= to) return;
    const next = xml[start + 1];
    if (next === '!' || next === '?') {
      at = markupEnd(xml, start);
      if (at < 0) return;
      continue;
    }
    const end = tagEnd(xml, start);
    if (end < 0) return;
    at = end;
    if (next === '/') {
      depth--;
      if (depth < 0) return;
      if (depth === 0 && top) yield { ...top, closeStart: start, end };
    } else if (xml[end - 2] === '/') {
      if (depth === 0) {
        const { name, prefix } = tagName(xml, start);
        yield { name, prefix, start, openEnd: end, closeStart: end, end };
      }
    } else {
      if (depth === 0) top = { ...tagName(xml, start), start, openEnd: end };
      depth++;
    }
  }
}

/** The document's root element. */
export function rootElement(xml: string): XmlElement | undefined {
  return childElements(xml).next().value ?? undefined;
}

/** The direct children of an element that have this name. */
export function* childrenNamed(
  xml: string,
  parent: XmlElement,
  name: string,
): Generator<XmlElement, void, undefined> {
  for (const child of childElements(xml, parent.openEnd, parent.closeStart)) {
    if (child.name === name) yield child;
  }
}

/** The first direct child of this name. */
export function childNamed(xml: string, parent: XmlElement, name: string): XmlElement | undefined {
  return childrenNamed(xml, parent, name).next().value ?? undefined;
}

/** The element's source. */
export function source(xml: string, { start, end }: XmlElement): string {
  return xml.slice(start, end);
}

/** The source between the tags. */
export function content(xml: string, { openEnd, closeStart }: XmlElement): string {
  return xml.slice(openEnd, closeStart);
}

/** The start tag. */
export function startTag(xml: string, { start, openEnd }: XmlElement): string {
  return xml.slice(start, openEnd);
}

const ATTRIBUTE = /([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** An attribute's value, ignoring its prefix; `undefined` when it is missing. */
export function attribute(xml: string, element: XmlElement, name: string): string | undefined {
  for (const match of startTag(xml, element).matchAll(ATTRIBUTE)) {
    const full = match[1] ?? '';
    if (full.slice(full.indexOf(':') + 1) !== name || full.startsWith('xmlns:')) continue;
    return decodeEntities(match[2] ?? match[3] ?? '');
  }
  return undefined;
}

/** A start tag with an attribute set, or taken away when `value` is `undefined`. */
export function withAttribute(tag: string, name: string, value: string | undefined): string {
  const written = value === undefined ? '' : ` ${name}="${value}"`;
  for (const match of tag.matchAll(ATTRIBUTE)) {
    if (match[1] !== name) continue;
    const before = tag.slice(0, match.index).trimEnd();
    return before + written + tag.slice(match.index + match[0].length);
  }
  const end = tag.search(/\s*\/?>$/);
  return tag.slice(0, end) + written + tag.slice(end);
}

/** The position after a comment, CDATA section or processing instruction; -1 when it has no end. */
export function markupEnd(xml: string, start: number): number {
  // Cut off by the end of a chunk, it may not be recognisable yet.
  if (xml.length - start < '<![CDATA['.length) return -1;
  const close = xml.startsWith('<!--', start)
    ? '-->'
    : xml.startsWith('<![CDATA[', start)
      ? ']]>'
      : xml.startsWith('<?', start)
        ? '?>'
        : undefined;
  if (close === undefined) {
    throw new SheetError(
      'The workbook was refused because one of its parts declares a document type, which no ' +
        'ordinary workbook does. Copy the rows into a new workbook and use that.',
    );
  }
  const end = xml.indexOf(close, start + 2);
  return end < 0 ? -1 : end + close.length;
}

/** Whether there may be comments, CDATA or the like; single characters are found by far faster. */
export function hasMarkup(xml: string): boolean {
  return (xml.includes('!') && xml.includes('<!')) || (xml.includes('?') && xml.includes('<?'));
}

/** The position after the `>` of a tag; a `>` inside an attribute's value does not end it. */
export function tagEnd(xml: string, start: number): number {
  for (let at = start + 1; at < xml.length; at++) {
    const character = xml.charCodeAt(at);
    if (character === GREATER_THAN) return at + 1;
    if (character !== QUOTE && character !== APOSTROPHE) continue;
    at = xml.indexOf(character === QUOTE ? '"' : "'", at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

function tagName(xml: string, start: number): { name: string; prefix: string } {
  let end = start + 1;
  while (end < xml.length && !/[\s/>]/.test(xml.charAt(end))) end++;
  const full = xml.slice(start + 1, end);
  const colon = full.indexOf(':') + 1;
  return { name: full.slice(colon), prefix: full.slice(0, colon) };
}

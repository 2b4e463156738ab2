import { SheetError } from '../../sheet.js';
import { decodeEntities } from './text.js';

const QUOTE = 34;
const APOSTROPHE = 39;
const GREATER_THAN = 62;

/** An element of an XML document, as positions in its source. */
export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string;
  /** The prefix with its colon, or ''. */
  readonly prefix: string;
  readonly start: number;
  /** The position after the `>` of the start tag. */
  readonly openEnd: number;
  /** The end of the content; `openEnd` if the element is self-closing. */
  readonly closeStart: number;
  readonly end: number;
}

/**
 * Lists the direct children of an element, one at a time, so that a list of a million merged ranges
 * needs no memory; by default, lists the root element of the document. Skips comments, CDATA and
 * processing instructions.
 *
 * This and the row scanner are our own, because an edit that keeps all other bytes needs positions
 * instead of copies.
 *
 * @throws {SheetError} for a DOCTYPE, which workbooks do not have, but entity attacks need.
 */
export function* childElements(
  xml: string,
  from = 0,
  to = xml.length,
): Generator<XmlElement, void, undefined> {
  let depth = 0;
  /** The start tag of the open direct child. */
  let child: { name: string; prefix: string; start: number; openEnd: number } | undefined;
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
      if (depth === 0 && child) yield { ...child, closeStart: start, end };
    } else if (xml[end - 2] === '/') {
      if (depth === 0) {
        const { name, prefix } = readTagName(xml, start);
        yield { name, prefix, start, openEnd: end, closeStart: end, end };
      }
    } else {
      if (depth === 0) child = { ...readTagName(xml, start), start, openEnd: end };
      depth++;
    }
  }
}

export function rootElement(xml: string): XmlElement | undefined {
  return childElements(xml).next().value ?? undefined;
}

export function* childrenNamed(
  xml: string,
  parent: XmlElement,
  name: string,
): Generator<XmlElement, void, undefined> {
  for (const child of childElements(xml, parent.openEnd, parent.closeStart)) {
    if (child.name === name) yield child;
  }
}

export function childNamed(xml: string, parent: XmlElement, name: string): XmlElement | undefined {
  return childrenNamed(xml, parent, name).next().value ?? undefined;
}

export function source(xml: string, { start, end }: XmlElement): string {
  return xml.slice(start, end);
}

/** Returns the source between the tags. */
export function content(xml: string, { openEnd, closeStart }: XmlElement): string {
  return xml.slice(openEnd, closeStart);
}

export function startTag(xml: string, { start, openEnd }: XmlElement): string {
  return xml.slice(start, openEnd);
}

const ATTRIBUTE = /([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Returns the value of an attribute, with or without prefix; undefined if it is missing. */
export function attribute(xml: string, element: XmlElement, name: string): string | undefined {
  for (const match of startTag(xml, element).matchAll(ATTRIBUTE)) {
    const full = match[1] ?? '';
    if (full.slice(full.indexOf(':') + 1) !== name || full.startsWith('xmlns:')) continue;
    return decodeEntities(match[2] ?? match[3] ?? '');
  }
  return undefined;
}

/** Returns a start tag with an attribute set, or removed if `value` is undefined. */
export function withAttribute(tag: string, name: string, value: string | undefined): string {
  const newAttribute = value === undefined ? '' : ` ${name}="${value}"`;
  for (const match of tag.matchAll(ATTRIBUTE)) {
    if (match[1] !== name) continue;
    const before = tag.slice(0, match.index).trimEnd();
    return before + newAttribute + tag.slice(match.index + match[0].length);
  }
  const end = tag.search(/\s*\/?>$/);
  return tag.slice(0, end) + newAttribute + tag.slice(end);
}

/**
 * Finds the position after a comment, CDATA section or processing instruction; -1 if it has no end.
 *
 * @throws {SheetError} for other markup, such as a DOCTYPE.
 */
export function markupEnd(xml: string, start: number): number {
  // At the end of a chunk, the markup may be too short to be recognised.
  if (xml.length - start < '<![CDATA['.length) return -1;
  const close = xml.startsWith('<!--', start)
    ? '-->'
    : xml.startsWith('<![CDATA[', start)
      ? ']]>'
      : xml.startsWith('<?', start)
        ? '?>'
        : undefined;
  if (close === undefined) {
    throw new SheetError({ code: 'documentType' });
  }
  const end = xml.indexOf(close, start + 2);
  return end < 0 ? -1 : end + close.length;
}

/**
 * Returns whether there may be comments, CDATA or processing instructions. Searching for a single
 * character first is faster.
 */
export function hasMarkup(xml: string): boolean {
  return (xml.includes('!') && xml.includes('<!')) || (xml.includes('?') && xml.includes('<?'));
}

/** Finds the position after the `>` of a tag, skipping attribute values; -1 if the tag has no end. */
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

function readTagName(xml: string, start: number): { name: string; prefix: string } {
  let end = start + 1;
  while (end < xml.length && !/[\s/>]/.test(xml.charAt(end))) end++;
  const full = xml.slice(start + 1, end);
  const colon = full.indexOf(':') + 1;
  return { name: full.slice(colon), prefix: full.slice(0, colon) };
}

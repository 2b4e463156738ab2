import { SheetError } from '../../sheet.js';
import { decodeEntities } from './text.js';

const QUOTE = 34;
const APOSTROPHE = 39;
const GREATER_THAN = 62;

/** Positions in the source of an XML document. */
export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string;
  /** The prefix with its colon, or ''. */
  readonly prefix: string;
  readonly start: number;
  /** The position after the `>` of the start tag. */
  readonly openEnd: number;
  /** `openEnd` if the element is self-closing. */
  readonly closeStart: number;
  readonly end: number;
}

/**
 * Yields one child at a time, so that a list of a million merged ranges needs no memory. No XML
 * library is used, because an edit that keeps all other bytes needs positions instead of copies.
 *
 * @throws {SheetError} for a DOCTYPE, which workbooks do not have, but entity attacks need.
 */
export function* listChildren(
  xml: string,
  from = 0,
  to = xml.length,
): Generator<XmlElement, void, undefined> {
  let depth = 0;
  let child: { name: string; prefix: string; start: number; openEnd: number } | undefined;
  let at = from;
  for (;;) {
    const start = xml.indexOf('<', at);
    if (start < 0 || start >= to) return;
    const next = xml[start + 1];
    if (next === '!' || next === '?') {
      at = findEndOfMarkup(xml, start);
      if (at < 0) return;
      continue;
    }
    const end = findEndOfTag(xml, start);
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

export function findRoot(xml: string): XmlElement | undefined {
  return listChildren(xml).next().value ?? undefined;
}

export function* listChildrenNamed(
  xml: string,
  parent: XmlElement,
  name: string,
): Generator<XmlElement, void, undefined> {
  for (const child of listChildren(xml, parent.openEnd, parent.closeStart)) {
    if (child.name === name) yield child;
  }
}

export function findChild(xml: string, parent: XmlElement, name: string): XmlElement | undefined {
  return listChildrenNamed(xml, parent, name).next().value ?? undefined;
}

export function getSource(xml: string, { start, end }: XmlElement): string {
  return xml.slice(start, end);
}

export function getContent(xml: string, { openEnd, closeStart }: XmlElement): string {
  return xml.slice(openEnd, closeStart);
}

export function getStartTag(xml: string, { start, openEnd }: XmlElement): string {
  return xml.slice(start, openEnd);
}

/**
 * The pattern is tried only where a name begins, so that a long name without a value takes linear
 * time.
 */
const ATTRIBUTE = /(?<![^\s=<>/"'])([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The end of a tag with the white space before it. The lookbehind keeps the search linear. */
export const TAG_END = /(?<!\s)\s*\/?>$/;

/** Returns the value of an attribute, which may have a prefix. */
export function getAttribute(xml: string, element: XmlElement, name: string): string | undefined {
  for (const match of getStartTag(xml, element).matchAll(ATTRIBUTE)) {
    const full = match[1] ?? '';
    if (full.slice(full.indexOf(':') + 1) !== name || full.startsWith('xmlns:')) continue;
    return decodeEntities(match[2] ?? match[3] ?? '');
  }
  return undefined;
}

/** Removes the attribute if `value` is undefined. */
export function withAttribute(tag: string, name: string, value: string | undefined): string {
  const newAttribute = value === undefined ? '' : ` ${name}="${value}"`;
  for (const match of tag.matchAll(ATTRIBUTE)) {
    if (match[1] !== name) continue;
    const before = tag.slice(0, match.index).trimEnd();
    return before + newAttribute + tag.slice(match.index + match[0].length);
  }
  const end = tag.search(TAG_END);
  return tag.slice(0, end) + newAttribute + tag.slice(end);
}

/**
 * Returns the end of a comment, CDATA section or instruction; -1 if it has no end. @throws
 * {SheetError} for other markup, such as a DOCTYPE.
 */
export function findEndOfMarkup(xml: string, start: number): number {
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
 * Returns true if there may be comments, CDATA or instructions. Searching for a single character
 * first is faster.
 */
export function hasMarkup(xml: string): boolean {
  return (xml.includes('!') && xml.includes('<!')) || (xml.includes('?') && xml.includes('<?'));
}

/** Returns the end of a tag; -1 if it has no end. Skips attribute values, which may contain `>`. */
export function findEndOfTag(xml: string, start: number): number {
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

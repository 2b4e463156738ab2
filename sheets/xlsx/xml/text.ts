import { binaryBytes, binaryString, utf8Bytes, utf8Text } from '../bytes.js';

/**
 * XML text to and from strings. Worksheets travel as "binary" strings, one character per byte of
 * their UTF-8: slicing them is fast, and what is not changed comes out byte for byte.
 */

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Unescaped, a parser reads them as spaces or line feeds.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Replaces the predefined and the numeric entities; others stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return ENTITIES[name] ?? whole;
    const code = typeof hex === 'string' ? parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Text content as the reader of the document sees it: comments gone, CDATA opened. */
export function decodeText(markup: string): string {
  if (!markup.includes('<')) return decodeEntities(markup);
  return markup.replace(
    /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<\?[^]*?\?>|([^<]+)/g,
    (_whole, cdata: string | undefined, text: string | undefined) =>
      cdata ?? (text === undefined ? '' : decodeEntities(text)),
  );
}

/** For an attribute's value. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

/** For text between tags, where quotation marks are themselves. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

/** Without the characters that XML 1.0 forbids, such as halves of surrogate pairs. */
export function withoutForbidden(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '');
}

/** Excel writes characters that XML forbids as `_x000D_`, and a literal `_x000D_` as `_x005F_x000D_`. */
export function decodeExcelEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_whole, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}

/** Keeps text such as `_x0041_` from being read as an escape. */
export function encodeExcelEscapes(text: string): string {
  return text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

/** What is its own binary string. */
const ASCII = /^[\0-\x7f]*$/;

/** A binary string's text. */
export function fromBinary(binary: string): string {
  if (ASCII.test(binary)) return binary;
  return utf8Text(binaryBytes(binary));
}

/** The binary string of a text. */
export function toBinary(text: string): string {
  if (ASCII.test(text)) return text;
  return binaryString(utf8Bytes(text));
}

import { binaryBytes, binaryString, utf8Bytes, utf8Text } from '../bytes.js';

/**
 * Converts XML text to and from strings. Worksheets are processed as binary strings, with one
 * character per byte of their UTF-8: slicing them is fast, and unchanged parts stay the same, byte for
 * byte.
 */

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Without an escape, a parser would read these as spaces or line feeds.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Decodes the predefined and the numeric entities; other entities are unchanged. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return ENTITIES.get(name) ?? whole;
    const code = typeof hex === 'string' ? parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Decodes entities in text content, removes comments and processing instructions, unwraps CDATA. */
export function decodeText(markup: string): string {
  if (!markup.includes('<')) return decodeEntities(markup);
  return markup.replace(
    /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<\?[^]*?\?>|([^<]+)/g,
    (_whole, cdata: string | undefined, text: string | undefined) =>
      cdata ?? (text === undefined ? '' : decodeEntities(text)),
  );
}

export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

/** Escapes text between tags, in which quotation marks need no escape. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

/** Removes the characters that XML 1.0 forbids, such as unpaired surrogates. */
export function withoutForbidden(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '');
}

/** Decodes Excel's escapes, such as `_x000D_` for a CR, and `_x005F_` for a literal underscore. */
export function decodeExcelEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_whole, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}

/** Escapes text such as `_x0041_`, which Excel would read as an escape. */
export function encodeExcelEscapes(text: string): string {
  return text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

/** ASCII text is the same as its binary string. */
const ASCII = /^[\0-\x7f]*$/;

/** Decodes a binary string of UTF-8. */
export function fromBinary(binary: string): string {
  if (ASCII.test(binary)) return binary;
  return utf8Text(binaryBytes(binary));
}

/** Encodes a text as a binary string of UTF-8. */
export function toBinary(text: string): string {
  if (ASCII.test(text)) return text;
  return binaryString(utf8Bytes(text));
}

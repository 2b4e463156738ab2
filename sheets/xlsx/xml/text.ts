import { fromBinaryString, toBinaryString, encodeUtf8, decodeUtf8 } from '../bytes.js';

/**
 * Worksheets are processed as binary strings, with one character per byte of their UTF-8: slicing
 * them is fast, and unchanged parts stay the same, byte for byte.
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

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return ENTITIES.get(name) ?? whole;
    const code = typeof hex === 'string' ? parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

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

/** Between tags, quotation marks need no escape. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

/** Removes characters that XML 1.0 forbids, and unpaired surrogates. */
export function removeForbidden(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '');
}

/** Decodes Excel's escapes: `_x000D_` is a CR, and `_x005F_` a literal underscore. */
export function decodeExcelEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_whole, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}

/** Escapes the underscore of texts such as `_x0041_`, which Excel would read as an escape. */
export function encodeExcelEscapes(text: string): string {
  return text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

/** These texts are the same as their binary strings. */
const ASCII = /^[\0-\x7f]*$/;

export function fromBinary(binary: string): string {
  if (ASCII.test(binary)) return binary;
  return decodeUtf8(fromBinaryString(binary));
}

export function toBinary(text: string): string {
  if (ASCII.test(text)) return text;
  return toBinaryString(encodeUtf8(text));
}

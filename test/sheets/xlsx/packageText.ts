import type { ZippedPart } from './zipFixture.js';

/** A package, read independently of the code under test. */
export type Parts = ReadonlyMap<string, ZippedPart>;

export function listParts(parts: Parts, pattern: RegExp): [part: string, xml: string][] {
  return [...parts].flatMap(([name, { content }]): [string, string][] => {
    const part = name.replaceAll('\\', '/');
    return pattern.test(part) ? [[part, content.toString('utf8')]] : [];
  });
}

export function readAttributes(xml: string, element: string): Record<string, string>[] {
  const tags = xml.matchAll(
    new RegExp(`<(?:\\w+:)?${element}(\\s(?:"[^"]*"|'[^']*'|[^"'>])*)?/?>`, 'g'),
  );
  return Array.from(tags, ([, inside = '']) =>
    Object.fromEntries(
      Array.from(
        inside.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g),
        ([, name = '', doubleQuoted, singleQuoted]) => [
          name,
          decodeEntities(doubleQuoted ?? singleQuoted ?? ''),
        ],
      ),
    ),
  );
}

export function readAttribute(xml: string, element: string, name: string): string[] {
  return readAttributes(xml, element).map((found) => found[name] ?? '');
}

export function findElement(xml: string, name: string): string {
  return new RegExp(`<(?:\\w+:)?${name}\\b[^]*?</(?:\\w+:)?${name}>`).exec(xml)?.[0] ?? '';
}

/** Returns the corners of a range, counted from 1. */
export function parseRange(ref: string): {
  left: number;
  top: number;
  right: number;
  bottom: number;
} {
  const [first = '', last = first] = ref.replaceAll('$', '').split(':');
  const [left, top] = parseAddress(first);
  const [right, bottom] = parseAddress(last);
  return { left, top, right, bottom };
}

function parseAddress(cell: string): [column: number, row: number] {
  const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(cell) ?? [];
  const column = Array.from(letters).reduce(
    (number, letter) => number * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return [column, Number(digits)];
}

export function toPlainText(xml: string): string {
  const texts = xml.matchAll(/<(?:\w+:)?[tv](?:\s[^>]*)?>([^<]*)</g);
  return decodeEntities(Array.from(texts, ([, text = '']) => text).join(''));
}

function decodeEntities(text: string): string {
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

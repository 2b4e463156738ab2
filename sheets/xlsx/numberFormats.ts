import { type CodePart, parseCodeParts } from './codeFormat.js';

export type NumberShape =
  | { readonly kind: 'number' }
  /** A date, perhaps with a time. */
  | { readonly kind: 'date' }
  | { readonly kind: 'time' }
  /** A number that is shown with at least this many digits: `00000`. */
  | { readonly kind: 'padded'; readonly digits: number }
  /** Digits and texts: `"E-"0000`. */
  | { readonly kind: 'code'; readonly parts: readonly CodePart[]; readonly hasSections: boolean }
  /** A format whose shown text is unknown, such as a fraction. */
  | { readonly kind: 'unread' };

const NUMBER: NumberShape = { kind: 'number' };
const DATE: NumberShape = { kind: 'date' };
const TIME: NumberShape = { kind: 'time' };
const UNREAD: NumberShape = { kind: 'unread' };

/** A file names these formats only by number. 27 to 36 and 50 to 58 are East Asian. */
const BUILT_IN: readonly (readonly [from: number, to: number, shape: NumberShape])[] = [
  [14, 17, DATE],
  [18, 21, TIME],
  [22, 22, DATE],
  [27, 31, DATE],
  [32, 35, TIME],
  [36, 36, DATE],
  [45, 45, TIME],
  [47, 47, TIME],
  [50, 58, DATE],
];

/**
 * A limit far above the 255 characters of Excel, because the patterns below take quadratic time.
 */
const maxCodeLength = 1_000;

export function findNumberShape(id: number, code: string | undefined): NumberShape {
  if (code !== undefined) return parseShape(code);
  return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? NUMBER;
}

/**
 * Reads a format code. In the file, codes are always in US English. Elapsed time such as `[h]:mm`
 * is a duration, so it stays a number. In numbers, literal text is part of the value that people
 * see.
 */
function parseShape(code: string): NumberShape {
  if (code.length > maxCodeLength) return UNREAD;
  const [first = '', ...others] = code.match(sections) ?? [];
  const section = first.replace(/"[^"]*"/g, '').replace(/[\\_*]./g, '');
  if (/\[(h+|m+|s+)\]/i.test(section)) return NUMBER;
  const withoutBrackets = section.replace(/\[[^\]]*\]/g, '');
  const letters = withoutBrackets.replace(/General|AM\/PM|A\/P/gi, '').toLowerCase();
  if (/[yd]/.test(letters)) return DATE;
  if (/[hs]/.test(letters)) return TIME;
  // Without hours and seconds, m is a month.
  if (letters.includes('m')) return DATE;
  if (hasOwnDigits.test(first)) return UNREAD;
  const parts = parseCodeParts(first);
  if (parts !== undefined) return toShape(parts, others.length > 0);
  return hasText.test(first) || !showsAllDigits.test(withoutBrackets) ? UNREAD : NUMBER;
}

/** The sections of a format, which semicolons separate. A semicolon may also be text. */
const sections = /(?:"[^"]*"|[\\_*].|\[[^\]]*\]|[^;])+/g;

/**
 * Texts, currencies and conditions, but not locales: a locale does not change how a number is
 * shown.
 */
const hasText = /"[^"]*[\p{L}\p{N}][^"]*"|\\[\p{L}\p{N}]|\[\$[^\]-]|\[[<>=]/u;

/** Chinese, Japanese or Korean digits. */
const hasOwnDigits = /\[DBNum/i;

/** Digits, perhaps with separators or an exponent, between signs such as those for currencies. */
const showsAllDigits =
  /^[-+()$€£¥\s]*(?:General|@|[?#,]*0?(?:\.[0?#]*)?(?:E[+-][0?#]+)?)[-+()$€£¥%\s]*$/i;

function toShape(parts: readonly CodePart[], hasSections: boolean): NumberShape {
  if (parts.some((part) => 'text' in part && part.text.trim() !== '')) {
    return { kind: 'code', parts, hasSections };
  }
  const placeholders = parts
    .map((part) => ('digit' in part ? part.digit : ' '))
    .join('')
    .trim();
  // It is unknown whether blanks between the digits belong to an ID.
  if (placeholders.includes(' ')) return UNREAD;
  const [, zeros] = /^#*(0+)$/.exec(placeholders) ?? [];
  if (zeros !== undefined && zeros.length > 1) return { kind: 'padded', digits: zeros.length };
  return showsAllDigits.test(placeholders) ? NUMBER : UNREAD;
}

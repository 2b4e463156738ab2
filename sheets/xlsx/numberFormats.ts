import { type CodePart, codeParts } from './codeFormat.js';

/** How a number format shows a number. */
export type NumberShape =
  | { readonly kind: 'number' }
  /** A calendar date, perhaps with a time. */
  | { readonly kind: 'date' }
  /** A time of day without a date. */
  | { readonly kind: 'time' }
  /** A run of zeros, `00000`: shown with at least so many digits. */
  | { readonly kind: 'padded'; readonly digits: number }
  /** Digits with texts before, after or between them: `"E-"0000`. */
  | { readonly kind: 'code'; readonly parts: readonly CodePart[]; readonly hasSections: boolean }
  /** A format with texts, blanks or other digits, if it is not certain how Excel shows the number. */
  | { readonly kind: 'unread' };

const NUMBER: NumberShape = { kind: 'number' };
const DATE: NumberShape = { kind: 'date' };
const TIME: NumberShape = { kind: 'time' };
const UNREAD: NumberShape = { kind: 'unread' };

/** Formats that Excel identifies by number only; 27 to 36 and 50 to 58 are East Asian dates. */
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

/** The shape of a format: of its code when the workbook gives one, else of its number. */
export function numberShape(id: number, code: string | undefined): NumberShape {
  if (code !== undefined) return shapeOfCode(code);
  return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? NUMBER;
}

/**
 * Format codes are in US English in the file, whatever the user's language. Elapsed time such as
 * `[h]:mm` is a length, so it stays a number; colours and locales say nothing. Literal text says
 * nothing of a date; of a number it says what people see.
 */
function shapeOfCode(code: string): NumberShape {
  const [first = '', ...others] = code.match(sections) ?? [];
  const section = first.replace(/"[^"]*"/g, '').replace(/[\\_*]./g, '');
  if (/\[(h+|m+|s+)\]/i.test(section)) return NUMBER;
  const bare = section.replace(/\[[^\]]*\]/g, '');
  const letters = bare.replace(/General|AM\/PM|A\/P/gi, '').toLowerCase();
  if (/[yd]/.test(letters)) return DATE;
  if (/[hs]/.test(letters)) return TIME;
  if (letters.includes('m')) return DATE;
  if (hasOwnDigits.test(first)) return UNREAD;
  const parts = codeParts(first);
  if (parts !== undefined) return shapeOfParts(parts, others.length > 0);
  return hasText.test(first) || !showsAllDigits.test(bare) ? UNREAD : NUMBER;
}

/** A format's sections, for positive numbers and others; a semicolon may be text. */
const sections = /(?:"[^"]*"|[\\_*].|\[[^\]]*\]|[^;])+/g;

/** A text or a condition that a number is shown with; a currency is one, a locale is none. */
const hasText = /"[^"]*[\p{L}\p{N}][^"]*"|\\[\p{L}\p{N}]|\[\$[^\]-]|\[[<>=]/u;

/** Chinese, Japanese or Korean digits. */
const hasOwnDigits = /\[DBNum/i;

/** A format that shows the digits of a whole number and no zeros before them; signs may surround it. */
const showsAllDigits =
  /^[-+()$€£¥\s]*(?:General|@|[?#,]*0?(?:\.[0?#]*)?(?:E[+-][0?#]+)?)[-+()$€£¥%\s]*$/i;

function shapeOfParts(parts: readonly CodePart[], hasSections: boolean): NumberShape {
  if (parts.some((part) => 'text' in part && part.text.trim() !== '')) {
    return { kind: 'code', parts, hasSections };
  }
  const placeholders = parts
    .map((part) => ('digit' in part ? part.digit : ' '))
    .join('')
    .trim();
  // Blanks between the digits may or may not belong to an ID.
  if (placeholders.includes(' ')) return UNREAD;
  const [, zeros] = /^#*(0+)$/.exec(placeholders) ?? [];
  if (zeros !== undefined && zeros.length > 1) return { kind: 'padded', digits: zeros.length };
  return showsAllDigits.test(placeholders) ? NUMBER : UNREAD;
}

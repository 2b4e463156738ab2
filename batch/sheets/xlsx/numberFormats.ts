/** What a number format makes of a number. */
export type NumberShape =
  | { readonly kind: 'number' }
  /** A calendar date, perhaps with a time. */
  | { readonly kind: 'date' }
  /** A time of day without a date. */
  | { readonly kind: 'time' }
  /** A run of zeros, `00000`: shown with at least so many digits. */
  | { readonly kind: 'padded'; readonly digits: number };

const NUMBER: NumberShape = { kind: 'number' };
const DATE: NumberShape = { kind: 'date' };
const TIME: NumberShape = { kind: 'time' };

/** Formats that Excel knows by number alone; 27 to 36 and 50 to 58 are East Asian dates. */
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
 * `[h]:mm` is a length, so it stays a number; colours, conditions, locales and literal text say
 * nothing.
 */
function shapeOfCode(code: string): NumberShape {
  const [section = ''] = code
    .replace(/"[^"]*"/g, '')
    .replace(/[\\_*]./g, '')
    .split(';');
  if (/^0{2,}$/.test(section)) return { kind: 'padded', digits: section.length };
  if (/\[(h+|m+|s+)\]/i.test(section)) return NUMBER;
  const letters = section.replace(/\[[^\]]*\]|General|AM\/PM|A\/P/gi, '').toLowerCase();
  if (/[yd]/.test(letters)) return DATE;
  if (/[hs]/.test(letters)) return TIME;
  return letters.includes('m') ? DATE : NUMBER;
}

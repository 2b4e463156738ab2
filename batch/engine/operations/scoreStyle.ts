import type { ColourStop, ResultColumn } from '../../../sheets/sheet.js';

/** The colours of scores, wherever they are shown: from 0 (no risk) to 10. */
export const scoreColours: readonly ColourStop[] = [
  { value: 0, colour: '63BE7B' },
  { value: 5, colour: 'FFEB84' },
  { value: 10, colour: 'F8696B' },
];

/** The format of a score: one decimal, and a colour. */
export const scoreStyle = {
  kind: 'number',
  format: '0.0',
  colours: scoreColours,
} as const satisfies Partial<ResultColumn>;

/** The format of a change in a score, which includes its sign. */
export const changeStyle = {
  kind: 'number',
  format: String.raw`+0.0;\-0.0;0.0`,
  widthChars: 9,
} as const satisfies Partial<ResultColumn>;

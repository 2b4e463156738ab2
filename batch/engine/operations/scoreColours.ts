import type { ColourStop } from '../../../sheets/sheet.js';

/** The colours of scores, wherever they are shown: from 0, no risk, to 10. */
export const scoreColours: readonly ColourStop[] = [
  { value: 0, colour: '63BE7B' },
  { value: 5, colour: 'FFEB84' },
  { value: 10, colour: 'F8696B' },
];

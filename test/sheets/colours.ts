import type { ColourStop } from '../../sheets/sheet.js';

/** Green, yellow and red. */
export const colours: readonly ColourStop[] = [
  { value: 0, colour: '63BE7B' },
  { value: 5, colour: 'FFEB84' },
  { value: 10, colour: 'F8696B' },
];

/** The colours of scores, wherever they are shown: from 0, no risk, to 10. */
export const scoreColours = [
  { score: 0, colour: '63BE7B' },
  { score: 5, colour: 'FFEB84' },
  { score: 10, colour: 'F8696B' },
] as const;

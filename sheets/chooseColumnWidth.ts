import type { ResultColumn } from './sheet.js';

/** The width of usual values, in characters as Excel counts them. */
const VALUE_CHARS: Readonly<Record<ResultColumn['kind'], number>> = {
  number: 10,
  text: 24,
  link: 32,
  dateTime: 21,
};
/** Room for the button of a filter beside the heading. */
const BUTTON_CHARS = 3;
/** The width of bold characters, compared with others. */
const BOLD_FACTOR = 1.1;

export function chooseColumnWidth({ kind, heading, widthChars, linkText }: ResultColumn): number {
  const valueChars =
    widthChars ?? (linkText === undefined ? VALUE_CHARS[kind] : linkText.length + 2);
  return Math.max(valueChars, Math.ceil(heading.length * BOLD_FACTOR) + BUTTON_CHARS);
}

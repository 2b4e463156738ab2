import type { Unread } from './dateText.js';
import { changedStaffIdRemedy } from './field.js';
import { quote } from './sanitizedMessage.js';

/**
 * Signs that a program has changed an ID, or that the text is no ID, each with a description for
 * messages. If such a text were sent, it would identify another person or nobody.
 */
const signsOfChange: readonly (readonly [sign: RegExp, description: string])[] = [
  [/\uFFFD|\p{Cs}/u, 'in which a character was lost'],
  [/[\t-\r\u2028\u2029]/, 'with a line break or a tab'],
  [/^=/, 'a formula as text'],
  [/^\d(?:[.,]\d+)?E\+\d+$/i, 'a number that was shortened'],
  [/^[+-]?\d+[.,]0+$/, 'a number with decimal places'],
  [/^\d{4}-\d{2}-\d{2}(?:[ T]00:00(?::00(?:[.]0+)?)?)?$/, 'a date'],
];

/** Reads a Staff ID without invisible characters, or returns why the text cannot be one. */
export function readStaffIdText(text: string): string | Unread {
  const description = signsOfChange.find(([sign]) => sign.test(text))?.[1];
  if (description === undefined) {
    return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replaceAll(/\s/g, ' ');
  }
  return {
    ok: false,
    message: `contains ${quote(text)}, ${description}`,
    remedy: changedStaffIdRemedy,
  };
}

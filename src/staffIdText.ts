import type { Unread } from './dateText.js';
import type { IdChange } from './inputMessages.js';
import { excerpt } from './sanitizeMessage.js';

/** A changed ID would identify another person or nobody. */
const signsOfChange: readonly (readonly [sign: RegExp, change: IdChange])[] = [
  [/\uFFFD|\p{Cs}/u, 'lostCharacter'],
  [/[\t-\r\u2028\u2029]/, 'lineBreak'],
  [/^=/, 'formula'],
  [/^\d(?:[.,]\d+)?E\+\d+$/i, 'shortened'],
  [/^[+-]?\d+[.,]0+$/, 'decimals'],
  [/^\d{4}-\d{2}-\d{2}(?:[ T]00:00(?::00(?:[.]0+)?)?)?$/, 'date'],
];

export function readStaffIdText(text: string): string | Unread {
  const change = signsOfChange.find(([sign]) => sign.test(text))?.[1];
  if (change === undefined) {
    return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replaceAll(/\s/g, ' ');
  }
  return {
    ok: false,
    message: { code: 'changedId', text: excerpt(text), change },
    remedy: { code: 'typeIdAsText' },
  };
}

import { expect, test } from 'vitest';
import { readRoundName } from '../../../../batch/engine/journal/rounds.js';
import { maxLengths, passwordLength } from '../../../../batch/server/contract/fieldBounds.js';
import { checkNewPassword } from '../../../../batch/server/access/secrets.js';
import { startRun } from '../../../../batch/server/contract/shapes.js';
import { checkInput } from '../../../../batch/server/http/checkInput.js';
import {
  language,
  loadLanguage,
  t,
} from '../../../../batch/server/page/browser/language/language.js';
import { RefusalError } from '../../../../batch/server/refusalError.js';

test('a round name of the maximum length is accepted, and the refusal of a longer one contains the maximum', () => {
  const longest = 'x'.repeat(maxLengths.roundName);
  const order = { operation: 'reassess', round: longest };
  expect(readRoundName(longest)).toBe(longest);
  expect(checkInput(startRun, order)).toEqual(order);
  expect(readRoundName(`${longest}x`)).toBeUndefined();
  expect(catchReason(() => checkInput(startRun, { ...order, round: `${longest}x` }))).toEqual({
    en: 'round: Enter at most 40 characters.',
    de: 'round: Geben Sie höchstens 40 Zeichen ein.',
    fr: 'round\u00A0: Saisissez au plus 40 caractères.',
  });
});

test('the refusal of invalid row numbers does not contain the API name of their field', () => {
  const order = { operation: 'reassess', rows: '4 à 9' };
  expect(catchReason(() => checkInput(startRun, order))).toEqual({
    en: 'Write row numbers, such as 4, 7-9.',
    de: 'Schreiben Sie Zeilennummern, zum Beispiel 4, 7-9.',
    fr: 'Écrivez des numéros de ligne, par exemple 4, 7-9.',
  });
});

test.each(['en', 'de', 'fr'] as const)(
  'a password of the minimum length is accepted, and in %s, the refusal of a shorter one and the hint contain the minimum',
  async (chosen) => {
    const { min } = passwordLength;
    const password = 'abcd'.repeat(min).slice(0, min);
    const check = (text: string) =>
      catchReason(() => {
        checkNewPassword(text, '');
      });
    expect(check(password)).toBeUndefined();
    expect(check(password.slice(1))).toMatchObject({
      [chosen]: expect.stringContaining(`${min}`) as string,
    });
    await loadLanguage(chosen);
    language.value = chosen;
    const hint = t(($) => $.signIn.passwordHint, { ...passwordLength, min: 9 });
    language.value = 'en';
    expect(hint).toContain('9');
  },
);

function catchReason(check: () => unknown): unknown {
  try {
    return check();
  } catch (error) {
    return error instanceof RefusalError ? error.reason : error;
  }
}

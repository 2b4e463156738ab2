import { expect, test } from 'vitest';
import { de } from '../../../../batch/server/page/browser/language/de/all.js';
import { en } from '../../../../batch/server/page/browser/language/en/all.js';
import { fr } from '../../../../batch/server/page/browser/language/fr/all.js';

/** The texts of a catalogue by their keys, such as `frame.signOut`. */
function listTexts(catalogue: object, prefix = ''): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(catalogue) as [string, string | object][]) {
    if (typeof value === 'string') texts.set(`${prefix}${key}`, value);
    else for (const [name, text] of listTexts(value, `${prefix}${key}.`)) texts.set(name, text);
  }
  return texts;
}

/** The variables and the elements of a text, such as `{{name}}` and `<link>`. */
function listPlaceholders(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\w+|<\w+\/?>/g)].map(([found]) => found).toSorted();
}

const english = listTexts(en);

test.each([
  ['German', de],
  ['French', fr],
])('each %s text has the variables and the elements of the English one', (_, catalogue) => {
  const texts = listTexts(catalogue);
  expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  const toPlaceholders = (given: ReadonlyMap<string, string>) =>
    Object.fromEntries([...given].map(([key, text]) => [key, listPlaceholders(text)]));
  expect(toPlaceholders(texts)).toEqual(toPlaceholders(english));
});

test('no text is empty or has a space at an end', () => {
  const untidy = [en, de, fr]
    .flatMap((catalogue) => [...listTexts(catalogue)])
    .filter(([, text]) => text.trim() !== text || text === '');
  expect(untidy).toEqual([]);
});

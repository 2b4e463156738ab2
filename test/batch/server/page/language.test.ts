import { test } from 'vitest';
import { de } from '../../../../batch/server/page/browser/language/de/all.js';
import { en } from '../../../../batch/server/page/browser/language/en/all.js';
import { laterTexts } from '../../../../batch/server/page/browser/language/en/later.js';
import { fr } from '../../../../batch/server/page/browser/language/fr/all.js';
import {
  addLaterTexts,
  loadLanguage,
  t,
} from '../../../../batch/server/page/browser/language/language.js';
import { expectPlurals, expectSamePlaceholders, expectTidyTexts } from '../catalogues.js';

const english = { ...en, ...laterTexts };

test.each([
  ['German', de],
  ['French', fr],
])('each %s text has the variables and the elements of the English text', (_, catalogue) => {
  expectSamePlaceholders(catalogue, english);
});

test('no text is empty, or begins or ends with a space', () => {
  expectTidyTexts([english, de, fr]);
});

test.each([
  ['en', english],
  ['de', de],
  ['fr', fr],
] as const)(
  'in "%s", each number gets the right plural form, even a million',
  async (chosen, texts) => {
    addLaterTexts(laterTexts);
    await loadLanguage(chosen);
    expectPlurals(chosen, texts, t);
  },
);

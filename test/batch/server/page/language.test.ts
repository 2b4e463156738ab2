import { test } from 'vitest';
import { de } from '../../../../batch/server/page/browser/language/de/all.js';
import { en } from '../../../../batch/server/page/browser/language/en/all.js';
import { fr } from '../../../../batch/server/page/browser/language/fr/all.js';
import { expectSamePlaceholders, expectTidyTexts } from '../catalogues.js';

test.each([
  ['German', de],
  ['French', fr],
])('each %s text has the variables and the elements of the English one', (_, catalogue) => {
  expectSamePlaceholders(catalogue, en);
});

test('no text is empty or has a space at an end', () => {
  expectTidyTexts([en, de, fr]);
});

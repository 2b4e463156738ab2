import { expect, test } from 'vitest';
import { emails as germanEmails } from '../../../../batch/server/words/language/de/emails.js';
import { refusals as germanRefusals } from '../../../../batch/server/words/language/de/refusals.js';
import { emails } from '../../../../batch/server/words/language/en/emails.js';
import { refusals } from '../../../../batch/server/words/language/en/refusals.js';
import { emails as frenchEmails } from '../../../../batch/server/words/language/fr/emails.js';
import { refusals as frenchRefusals } from '../../../../batch/server/words/language/fr/refusals.js';
import {
  translateEmails,
  translateRefusals,
  translateRefusalToAll,
} from '../../../../batch/server/words/language/language.js';
import { expectPlurals, expectSamePlaceholders, expectTidyTexts } from '../catalogues.js';

const english = { refusals, emails };
const german = { refusals: germanRefusals, emails: germanEmails };
const french = { refusals: frenchRefusals, emails: frenchEmails };

test.each([
  ['German', german],
  ['French', french],
])('each %s text has the variables of the English text', (_, catalogue) => {
  expectSamePlaceholders(catalogue, english);
});

test('no text is empty, or begins or ends with a space', () => {
  expectTidyTexts([english, german, french]);
});

test.each([
  ['en', english],
  ['de', german],
  ['fr', french],
] as const)(
  'in the language %s, each plural has the right form for several counts, including a million',
  (language, texts) => {
    expectPlurals(language, texts.refusals, translateRefusals(language));
    expectPlurals(language, texts.emails, translateEmails(language));
  },
);

test('a refusal has the plural forms and number formats of each language', () => {
  expect(translateRefusalToAll((t) => t(($) => $.runs.notYetPaused, { count: 1 }))).toEqual({
    en: '1 run is not paused yet: requests are still in flight. Try again in a moment.',
    de: '1 Durchlauf ist noch nicht angehalten: Es sind noch Anfragen unterwegs. Versuchen Sie es gleich noch einmal.',
    fr: '1 exécution n’est pas encore en pause\u00A0: des requêtes sont encore en cours. Réessayez dans un instant.',
  });
  const days = { count: 1_200, days: 31 };
  expect(translateRefusalToAll((t) => t(($) => $.settings.fileLost.month, days))).toEqual({
    en: expect.stringContaining('1,200 days after a run') as string,
    de: expect.stringContaining('1.200 Tage nach einem Durchlauf') as string,
    fr: expect.stringContaining('1\u202F200 jours après une exécution') as string,
  });
});

test('a value in a refusal is not interpreted as a variable or a reference to another text', () => {
  const field = '{{row}} $t(sheets.gone) <b>';
  const { en } = translateRefusalToAll((t) => t(($) => $.sheets.noInput, { field }));
  expect(en).toBe(`There is no input "${field}".`);
});

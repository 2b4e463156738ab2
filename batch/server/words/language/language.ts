import { createInstance, type TFunction } from 'i18next';
import type { Language } from '../../contract/languages.js';
import { refusals as germanRefusals } from './de/refusals.js';
import { refusals } from './en/refusals.js';
import { refusals as frenchRefusals } from './fr/refusals.js';

declare module 'i18next' {
  // The page adds its catalogue to the same interface, so that both are typed in a program that contains both.
  interface Catalogues {
    refusals: typeof refusals;
  }
  interface CustomTypeOptions {
    resources: Catalogues;
    enableSelector: true;
  }
}

// Not the global instance, which has one language at a time: the server answers each member in theirs.
const catalogues = createInstance();
void catalogues.init({
  fallbackLng: 'en',
  ns: ['refusals'],
  resources: {
    en: { refusals },
    de: { refusals: germanRefusals },
    fr: { refusals: frenchRefusals },
  },
  initAsync: false,
  // The texts are JSON and plain text. Emails and pages escape them.
  interpolation: { escapeValue: false },
});

/** Returns the function that writes the reasons for refusals in a language. */
export function translateRefusals(language: Language): TFunction<'refusals'> {
  return catalogues.getFixedT(language, 'refusals');
}

/** Writes the reason for a refusal: `(t) => t(($) => $.access.nameTaken)`. */
export type RefusalWording = (t: TFunction<'refusals'>) => string;

/** A text in each language. It can be sent to another thread. */
export type Translated = Readonly<Record<Language, string>>;

/** Writes the reason for a refusal in each language. */
export function writeRefusal(wording: RefusalWording): Translated {
  return writeInEach((language) => wording(translateRefusals(language)));
}

/** Calls `write` for each language. */
export function writeInEach(write: (language: Language) => string): Translated {
  return { en: write('en'), de: write('de'), fr: write('fr') };
}

import { createInstance, type TFunction } from 'i18next';
import type { Language } from '../../contract/languages.js';
import { emails as germanEmails } from './de/emails.js';
import { refusals as germanRefusals } from './de/refusals.js';
import { emails } from './en/emails.js';
import { refusals } from './en/refusals.js';
import { emails as frenchEmails } from './fr/emails.js';
import { refusals as frenchRefusals } from './fr/refusals.js';

declare module 'i18next' {
  // The page adds its catalogue to this interface, so that code that uses the page and the server has both types.
  interface Catalogues {
    refusals: typeof refusals;
    emails: typeof emails;
  }
  interface CustomTypeOptions {
    resources: Catalogues;
    enableSelector: true;
  }
}

// The global instance has one language at a time, but each member gets answers in their own language.
const catalogues = createInstance();
void catalogues.init({
  fallbackLng: 'en',
  ns: ['refusals', 'emails'],
  resources: {
    en: { refusals, emails },
    de: { refusals: germanRefusals, emails: germanEmails },
    fr: { refusals: frenchRefusals, emails: frenchEmails },
  },
  initAsync: false,
  // Emails and pages escape the texts themselves.
  interpolation: { escapeValue: false },
});

export function translateEmails(language: Language): TFunction<'emails'> {
  return catalogues.getFixedT(language, 'emails');
}

export function translateRefusals(language: Language): TFunction<'refusals'> {
  return catalogues.getFixedT(language, 'refusals');
}

export type RefusalWording = (t: TFunction<'refusals'>) => string;

/** A text in all languages, which can be sent to another thread. */
export type Translated = Readonly<Record<Language, string>>;

export function translateRefusalToAll(wording: RefusalWording): Translated {
  return translateToAll((language) => wording(translateRefusals(language)));
}

export function translateToAll(write: (language: Language) => string): Translated {
  return { en: write('en'), de: write('de'), fr: write('fr') };
}

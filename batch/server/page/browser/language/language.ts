import { signal } from '@preact/signals';
import i18next, { type ResourceLanguage, type TFunction } from 'i18next';
import type { Language } from '../../../contract/languages.js';
import { en } from './en/all.js';
import type { laterTexts } from './en/later.js';

declare module 'i18next' {
  // These types equal those of the server, because TypeScript may compile the page and the server as one program.
  interface Catalogues {
    translation: typeof en & typeof laterTexts;
  }
  interface CustomTypeOptions {
    resources: Catalogues;
    enableSelector: true;
  }
}

// The texts in other languages are loaded when needed.
void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  initAsync: false,
  // Preact escapes the texts.
  interpolation: { escapeValue: false },
});

export const language = signal<Language>('en');

/** Do not call it at the top level of a module: the language is not known yet at that time. */
export const t = ((key: unknown, options?: object) =>
  // Reading the signal subscribes the component to changes of the language.
  translate(key, { lng: language.value, ...options })) as TFunction;

const translate = i18next.t as (key: unknown, options: object) => string;

export function addLaterTexts(texts: typeof laterTexts): void {
  i18next.addResourceBundle('en', 'translation', texts, true);
}

export async function loadLanguage(chosen: Language): Promise<void> {
  if (chosen === 'en') return;
  i18next.addResourceBundle(chosen, 'translation', await load(chosen));
}

/**
 * The browser's locales in the page's language, such as `de-CH`, then the language itself: for English `en-GB`, because
 * its dates begin with the day.
 */
export function getLocales(): readonly string[] {
  const pageLocales = navigator.languages.filter((locale) => locale.startsWith(language.value));
  return [...pageLocales, language.value === 'en' ? 'en-GB' : language.value];
}

async function load(chosen: Exclude<Language, 'en'>): Promise<ResourceLanguage> {
  return chosen === 'de' ? (await import('./de/all.js')).de : (await import('./fr/all.js')).fr;
}

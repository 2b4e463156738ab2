/** The languages of the page, as BCP 47 tags. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Returns the language of the first of these locales that the page supports; English if there is none. */
export function pickLanguage(locales: readonly string[]): Language {
  const known = locales
    .map((locale) => languages.find((each) => locale.toLowerCase().split('-')[0] === each))
    .find((each) => each !== undefined);
  return known ?? 'en';
}

/**
 * A translation of an English catalogue: the same keys with other texts. A key that ends with `_one` or `_other` has
 * the text for numbers of this category of `Intl.PluralRules`.
 */
export type Translation<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>;
};

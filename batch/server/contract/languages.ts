export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

export function pickLanguage(locales: readonly string[]): Language {
  const known = locales
    .map((locale) => languages.find((each) => locale.toLowerCase().split('-')[0] === each))
    .find((each) => each !== undefined);
  return known ?? 'en';
}

/** A key that ends with `_one` or `_other` has the text for numbers of this category of `Intl.PluralRules`. */
export type Translation<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>;
};

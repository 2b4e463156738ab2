/**
 * A translation of an English catalogue: the same keys with other texts. A key that ends with `_one` or `_other` is the
 * text for such a number, as `Intl.PluralRules` decides.
 */
export type Translation<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>;
};

/** A union of the types in `All`, each with its key as its `code`. */
export type Coded<All> = {
  readonly [Code in keyof All]: { readonly code: Code } & All[Code];
}[keyof All];

/** For each code, the function that puts its values into words. */
export type WordingByCode<All> = { readonly [Code in keyof All]: (values: All[Code]) => string };

/** Returns the words for values with a code. */
export function wordBy<All>(wording: WordingByCode<All>, values: Coded<All>): string {
  return (wording[values.code] as (values: Coded<All>) => string)(values);
}

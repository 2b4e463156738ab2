/** A union of the types in `All`, each with its key as its `code`. */
export type Coded<All> = {
  readonly [Code in keyof All]: { readonly code: Code } & All[Code];
}[keyof All];

export type WordingByCode<All> = { readonly [Code in keyof All]: (values: All[Code]) => string };

export function formatByCode<All>(wording: WordingByCode<All>, values: Coded<All>): string {
  return (wording[values.code] as (values: Coded<All>) => string)(values);
}

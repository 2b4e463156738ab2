/** What a template shows. */
export interface Example {
  /** The file, when no name is given. */
  readonly file: string;
  readonly sheet: string;
  /** What its two example rows show: "a trip and a hire". */
  readonly shows: string;
  /** Two rows of values by the contract's names of the inputs, which are the template's columns. */
  readonly values: Readonly<Record<string, readonly [string, string]>>;
}

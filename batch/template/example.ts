/** The file name, the worksheet and the example rows of a template. */
export interface Example {
  readonly file: string;
  readonly sheet: string;
  /** A description of the two example rows, such as "a trip and a hire". */
  readonly shows: string;
  /** The values of the two rows, by the contract's names for the inputs. Each of these inputs has a column. */
  readonly values: Readonly<Record<string, readonly [string, string]>>;
}

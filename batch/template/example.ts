/** The file name, the worksheet and the example rows of a template. */
export interface Example {
  readonly file: string;
  readonly sheet: string;
  /** A description of its two example rows, such as "a trip and a hire". */
  readonly shows: string;
  /** The values of the two rows, by the contract's names of the inputs. The columns are these inputs. */
  readonly values: Readonly<Record<string, readonly [string, string]>>;
}

export interface Example {
  readonly file: string;
  readonly sheet: string;
  /** For example, "a trip and a hire". */
  readonly shows: string;
  /**
   * The values of the two rows, by the contract's names for the inputs. Each input has a column.
   */
  readonly values: Readonly<Record<string, readonly [string, string]>>;
}

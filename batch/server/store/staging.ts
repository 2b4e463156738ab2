/** Where a reading writes to, before it replaces the one before. */
export interface Staging {
  /** What the sheet is called there. */
  readonly sheet: string;
  /** Tables with the columns of `row` and `problem`. */
  readonly rows: string;
  readonly problems: string;
}

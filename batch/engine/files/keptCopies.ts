/**
 * The backups and results files to keep: a number of the newest copies of each kind, or all copies
 * that are younger than a limit.
 */
export type KeptCopies = { readonly newest: number } | { readonly youngerThanMs: number };

export interface DeletedCopies {
  readonly deleted: number;
  /** The names of copies that could not be deleted. */
  readonly left: readonly string[];
}

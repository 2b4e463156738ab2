/**
 * The backups and results files to keep: this many of the newest of each kind, or those that are
 * younger than a limit.
 */
export type KeptCopies = { readonly newest: number } | { readonly youngerThanMs: number };

/** The result of deleting old copies. */
export interface DeletedCopies {
  readonly deleted: number;
  /** The names of copies that could not be deleted. */
  readonly left: readonly string[];
}

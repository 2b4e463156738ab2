/** Which backups and results files to keep: the newest ones of each kind, or the young ones. */
export type KeptCopies = { readonly newest: number } | { readonly youngerThanMs: number };

/** The result of deleting old copies. */
export interface DeletedCopies {
  readonly deleted: number;
  /** The names of copies that could not be deleted. */
  readonly left: readonly string[];
}

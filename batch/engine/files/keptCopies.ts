/** The backups and results files to keep. `newest` is the number of each kind. */
export type KeptCopies = { readonly newest: number } | { readonly youngerThanMs: number };

export interface DeletedCopies {
  readonly deleted: number;
  /** The names of copies that could not be deleted. */
  readonly left: readonly string[];
}

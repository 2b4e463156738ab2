/** Which copies beside a sheet to keep: this many of each kind, or those that are younger. */
export type KeptCopies = { readonly newest: number } | { readonly youngerThanMs: number };

/** The result of deleting old copies. */
export interface DeletedCopies {
  /** How many were deleted. */
  readonly deleted: number;
  /** The names of those that could not be deleted. */
  readonly left: readonly string[];
}

/** The files that belong to a sheet, beside it. */
export interface SheetFiles {
  readonly journal: string;
  readonly lock: string;
  /** What the embedded sandbox remembers between rehearsals. */
  readonly sandboxData: string;
}

/** A rehearsal with the embedded sandbox has files of its own, apart from the real ones. */
export function filesOf(
  sheet: string,
  options: { readonly journal?: string | undefined; readonly sandbox?: boolean | undefined },
): SheetFiles {
  const kind = options.sandbox === true ? 'rwa-sandbox' : 'rwa-journal';
  const journal = options.journal ?? `${sheet}.${kind}.jsonl`;
  const sandboxData = `${journal.replace(/[.]jsonl$/, '')}.sqlite`;
  return { journal, lock: `${journal}.lock`, sandboxData };
}

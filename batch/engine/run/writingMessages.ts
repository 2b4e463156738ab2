/** Messages about the write-back, by code. */
export interface WritingMessages {
  /**
   * Nothing could be written; the journal contains the results, and all of them unless it has
   * stopped.
   */
  resultsInJournal: { readonly isStopped: boolean };
  /** The sheet could not be replaced for this reason, and the results are in another file beside it. */
  resultsBeside: { readonly reason: string; readonly file: string };
  /**
   * The sheet was changed during the run, and the results are in another file: in the one that
   * `--output` names, or in one beside the sheet.
   */
  sheetChanged: { readonly sheet: string; readonly output?: string };
  /** The same, and the results no longer fit it; the reason follows. */
  resultsDoNotFit: { readonly sheet: string };
  /** Rows that were sent, by their numbers as they were read, and then removed or edited. */
  sentRowsNotInSheet: { readonly rows: readonly number[]; readonly journal: string };
  /** Old backups and results that could not be deleted. */
  oldCopiesStay: { readonly files: readonly string[] };
}

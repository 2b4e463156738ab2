/** Messages about the write-back, by code. */
export interface WritingMessages {
  /** The write failed. The journal contains all results, unless it has stopped. */
  resultsInJournal: { readonly isStopped: boolean };
  /** The sheet could not be replaced for this reason, so the results are in another file beside it. */
  resultsBeside: { readonly reason: string; readonly file: string };
  /**
   * The sheet was changed during the run, so the results are in another file: the one that
   * `--output` names, or one beside the sheet.
   */
  sheetChanged: { readonly sheet: string; readonly output?: string };
  /** The sheet was changed during the run, and the results no longer fit it; the reason follows. */
  resultsDoNotFit: { readonly sheet: string };
  /** Rows were sent, and then removed or edited; these are their original numbers. */
  sentRowsNotInSheet: { readonly rows: readonly number[]; readonly journal: string };
  /** Old backups and results could not be deleted. */
  oldCopiesStay: { readonly files: readonly string[] };
}

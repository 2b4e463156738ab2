/** What is said of journals, by its codes. */
export interface JournalMessages {
  /** A new journal was named for a sheet that shows results: in so many rows, the first of them. */
  namedJournalIsNew: {
    readonly sheet: string;
    readonly journal: string;
    readonly rows: number;
    readonly firstRow: number;
  };
}

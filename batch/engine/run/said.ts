import type { SheetCommand } from '../operations/said.js';

/** A journal that knows rows of a sheet. */
export interface Knowing {
  readonly journal: string;
  readonly rows: ReadonlySet<number>;
  /** The sheet that it had, which is not there any more; undefined when its name does not tell. */
  readonly sheet?: string | undefined;
  /** What --journal must say to use it where it is; undefined when it needs another name. */
  readonly option?: string | undefined;
}

/** Journals that know rows of a sheet which the one in use does not. */
export interface LeftBehind {
  /** One that knows all rows that were ever sent; else all, the one in use among them. */
  readonly journals: readonly Knowing[];
  /** The name that it must have to be found. */
  readonly wanted: string;
  /** Another journal was named. */
  readonly isNamed: boolean;
}

/** What the run says, by its codes. */
export interface RunMessages {
  /** Rows wait: something may have been made for them that no sheet has shown. */
  rowsHeld: { readonly rows: readonly number[]; readonly operation: SheetCommand };
  /** Assessments that no sheet has shown and no row stands for. */
  assessmentsWithoutRow: { readonly count: number };
  /** So many rows were never assessed, and a round leaves them out. */
  rowsNeverAssessed: { readonly count: number };
  /** Unconfirmed rows that are no longer in the sheet as they were sent. */
  unconfirmedRowsMissing: { readonly count: number };
  /** Rows show results of which the journal does not know. */
  journalOlderThanSheet: {
    readonly rows: readonly number[];
    readonly operation: SheetCommand;
    readonly sheet: string;
  };
  /** Other journals know rows of the sheet that the one in use does not. */
  otherJournalKnowsRows: LeftBehind;
}

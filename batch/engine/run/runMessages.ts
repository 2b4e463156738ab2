import type { Reason } from '../journal/reason.js';
import type { SheetCommand } from '../sheetCommand.js';

/** A journal that contains rows of a sheet. */
export interface JournalWithRows {
  readonly journal: string;
  readonly rows: ReadonlySet<number>;
  /**
   * The sheet that the journal belonged to, which no longer exists; undefined if the journal's name
   * does not show it.
   */
  readonly sheet?: string | undefined;
  /** The value of --journal that uses the journal at its place; undefined if it must be renamed. */
  readonly option?: string | undefined;
  /** The service of the journal, if it is not that of the run. */
  readonly differentService?: string | undefined;
}

/** A row that was sent from another sheet in the folder. */
export interface SentElsewhere {
  /** The name of that sheet. */
  readonly sheet: string;
  /** The ID that the service assigned; undefined if no answer arrived. */
  readonly id: string | undefined;
  /** The service, if it is not that of the run. */
  readonly differentService: string | undefined;
}

/** Journals that contain rows of a sheet that the journal in use lacks. */
export interface LeftBehind {
  /**
   * A journal that contains all rows that were ever sent; otherwise all journals, including the one
   * in use.
   */
  readonly journals: readonly JournalWithRows[];
  /** The name that a journal must have to be found. */
  readonly wanted: string;
  /** True if another journal was named. */
  readonly isNamed: boolean;
}

/** Messages about a run, by code. */
export interface RunMessages {
  /** Rows are blocked, because an earlier result that no sheet has shown may belong to them. */
  rowsBlocked: { readonly rows: readonly number[]; readonly operation: SheetCommand };
  /** Assessments that no sheet has shown and no row matches. */
  assessmentsWithoutRow: { readonly count: number };
  /** Rows were never assessed, so a round skips them. */
  rowsNeverAssessed: { readonly count: number };
  /** These rows are identical now, and each is reassessed separately. */
  identicalInRound: { readonly rows: readonly number[] };
  /** These rows were decided before their latest assessment, which has no decision. */
  decidedEarlier: { readonly rows: readonly number[] };
  /**
   * The results of these rows could not be read; the reason is that of the first row.
   * `hasNoResult`: the service answered that it has no result for at least one of them.
   */
  resultsNotRead: {
    readonly rows: readonly number[];
    readonly reason: Reason;
    readonly hasNoResult: boolean;
  };
  /** Unconfirmed rows were removed from the sheet or edited. */
  unconfirmedRowsMissing: {
    readonly operation: SheetCommand;
    readonly count: number;
    /** True if the rows may be in another worksheet of the file. */
    readonly hasOtherSheets: boolean;
  };
  /** Rows show results that the journal does not contain. */
  journalOlderThanSheet: {
    readonly rows: readonly number[];
    readonly operation: SheetCommand;
    readonly sheet: string;
  };
  /** Other journals contain rows of the sheet that the one in use lacks. */
  otherJournalKnowsRows: LeftBehind;
  /** Another run is sending rows from another sheet in the folder, or has sent them since the plan. */
  rowsInUse: { readonly rows: readonly number[]; readonly sheet: string };
  /** Rows were sent from another sheet in the folder, and are not sent again. */
  rowsSentElsewhere: Omit<SentElsewhere, 'id'> & {
    readonly rows: readonly number[];
    readonly service: string;
  };
}

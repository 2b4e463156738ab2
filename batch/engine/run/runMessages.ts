import type { Reason, WrongAnswer } from '../journal/facts.js';
import type { SheetCommand } from '../sheetCommand.js';
import type { Failure } from '../../../src/failure.js';
import type { RequestMessage } from '../../../src/requestMessages.js';
import type { SheetProblem } from '../../../sheets/messages.js';
import type { Cell, ResultValue } from '../../../sheets/sheet.js';

/** A journal that contains rows of a sheet. */
export interface JournalWithRows {
  readonly journal: string;
  readonly rows: ReadonlySet<number>;
  /**
   * The sheet that the journal belonged to and that no longer exists; undefined if the journal's
   * name does not contain the name of a sheet.
   */
  readonly sheet?: string | undefined;
  /**
   * The value of `--journal` with which a run uses this journal; undefined if the journal must be
   * renamed.
   */
  readonly option?: string | undefined;
  /** The service of the journal, if it is not the service of the run. */
  readonly differentService?: string | undefined;
}

/** A row that was sent from another sheet in the folder. */
export interface SentElsewhere {
  /** The name of that sheet. */
  readonly sheet: string;
  /** The ID that the service assigned; undefined if no answer arrived. */
  readonly id: string | undefined;
  /** The service, if it is not the service of the run. */
  readonly differentService: string | undefined;
}

/** Journals with rows of a sheet that are missing in the journal in use. */
export interface LeftBehind {
  /**
   * The journal that contains the rows of all the others; if there is no such journal, all journals
   * with rows, including the one in use.
   */
  readonly journals: readonly JournalWithRows[];
  /** The path to which a journal must be renamed, so that a run uses it for the sheet. */
  readonly wanted: string;
  /** True if a person has named the journal in use. */
  readonly isNamed: boolean;
}

/** Messages about a run, by code. */
export interface RunMessages {
  /** Rows are blocked because an earlier result without a row may be theirs. */
  rowsBlocked: { readonly rows: readonly number[]; readonly operation: SheetCommand };
  /** Assessments that no sheet has shown and no row matches. */
  assessmentsWithoutRow: { readonly count: number };
  /**
   * Rows were never assessed, so a round skips them. `rwa assess` would send `count` rows; `unfit`
   * more are invalid or duplicates.
   */
  rowsNeverAssessed: { readonly count: number; readonly unfit: number };
  /** These rows are identical now, and each is reassessed separately. */
  identicalInRound: { readonly rows: readonly number[] };
  /** These rows were decided before their latest assessment, which has no decision. */
  decidedEarlier: { readonly rows: readonly number[] };
  /**
   * The results of these rows could not be read; the reason is that of the first row. If
   * `hasNoResult`, the service answered that it has no result for at least one of them. The command
   * `operation` fetches them again.
   */
  resultsNotRead: {
    readonly operation: SheetCommand;
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
  /** Other journals contain rows of the sheet that are missing in the journal in use. */
  otherJournalKnowsRows: LeftBehind;
  /**
   * Another run is sending these rows from another sheet in the folder, or has sent them since this
   * run was planned.
   */
  rowsInUse: { readonly rows: readonly number[]; readonly sheet: string };
  /** Rows were sent from another sheet in the folder, and are not sent again. */
  rowsSentElsewhere: Omit<SentElsewhere, 'id'> & {
    readonly rows: readonly number[];
    readonly service: string;
  };
}

/** Messages about a plan, by code. */
export interface PlanMessages {
  /** Nothing was sent. The message before this one is the reason. */
  nothingSent: object;
  /** Rows are done according to the sheet, but are not in the journal. */
  rowsDoneInSheet: {
    readonly count: number;
    /** The status of a row that is done. */
    readonly status: string;
    readonly command: SheetCommand;
    /** True if rounds repeat the operation. */
    readonly isRepeatedInRounds: boolean;
  };
  /** These rows were copied from others that still exist, and are sent as new. */
  rowsCopied: { readonly rows: readonly number[] };
  /** These rows are new, and their employees have earlier assessments that no row has any more. */
  employeesAssessedBefore: { readonly rows: readonly number[] };
  /** This many rows are new, but the run may send at most `most` new rows. */
  tooManyNew: { readonly rows: number; readonly most: number };
  /** The user's columns, by letter, each with the heading that our column gets instead. */
  ownColumnsStay: {
    readonly columns: readonly { readonly column: string; readonly ours: string }[];
  };
  /** `--rows` names rows that the sheet does not have; `of` is the range of the sheet's rows. */
  rowsNotInSheet: {
    readonly rows: readonly [first: number, last: number];
    readonly of: readonly [first: number, last: number];
  };
  /** `--where` names a country that no row has and that is unknown. */
  countryNotInSheet: {
    readonly label: string;
    readonly value: string;
    readonly suggestion: string | undefined;
  };
  /**
   * The named row cannot be resolved; `unconfirmed` lists the unconfirmed rows, by number or key.
   */
  rowCannotBeResolved: {
    readonly row: string;
    readonly unconfirmed: readonly (number | string)[];
    readonly assessmentId: string | undefined;
  };
}

/** Messages about the service before anything is sent, by code. */
export interface ServiceMessages {
  /** The service cannot be used; the failure is the reason. */
  serviceUnusable: { readonly service: string; readonly failure: Failure };
  /**
   * The service does not have an assessment that the journal or the sheet contains; without `row`,
   * no row of the sheet has it. `sheet` is set if the row is in another sheet.
   */
  assessmentUnknown: {
    readonly sheet?: string;
    readonly service: string;
    readonly assessmentId: string;
    readonly row: number | undefined;
    /**
     * True if the journal does not contain the assessment, because a journal was lost or another
     * program wrote the scores.
     */
    readonly isOnlyInSheet?: boolean;
  };
  /**
   * A person confirmed that this is another service, but it has an assessment of the old service.
   */
  isNoOtherService: {
    readonly service: string;
    readonly differentService: string;
    readonly assessmentId: string;
    readonly sheet: string;
  };
  /** The service is unavailable. The run tries to reach it until `until` (ISO 8601). */
  serviceAwaited: { readonly failure: Failure; readonly leftMs: number; readonly until: string };
  /** The service is available again after a wait. */
  serviceIsBack: { readonly waitedMs: number };
  /** The service did not become available in time. */
  serviceStayedAway: {
    readonly service: string;
    readonly waitedMs: number;
    readonly failure: Failure;
  };
}

/** Messages about the work on rows, by code. */
export interface WorkMessages {
  /** The service refused the company token. */
  tokenRefused: { readonly failure: Failure };
  /**
   * This many consecutive attempts of one kind have failed; the failure is that of the last one.
   */
  rowsInARowFailed: { readonly rows: number; readonly failure: Failure | WrongAnswer };
  /** These rows were not sent, although the run continued; the failure is that of the first row. */
  rowsNotSent: { readonly rows: readonly number[]; readonly failure: Failure };
  /** The outcome of a row could not be recorded in the journal. */
  rowNotRecorded: {
    readonly operation: SheetCommand;
    /** The row's number; undefined if the row is not in the sheet. */
    readonly row: number | undefined;
    readonly became:
      | { readonly what: 'created' | 'done'; readonly id: string }
      | { readonly what: 'refused'; readonly reason: RequestMessage }
      | { readonly what: 'notSent' };
  };
}

/** A cell in our columns that a person has changed. */
export interface ChangedCell {
  readonly row: number;
  readonly heading: string;
  readonly current: Cell;
  readonly wanted: ResultValue;
  /** True for a cell in the column of references. */
  readonly isReference?: boolean;
}

/** The source of the expected values: an assessment, or a result of another operation. */
export type CellSource = 'assessment' | 'result';

/** Messages about cells, by code. */
export interface CellMessages {
  /** The cell keeps a person's text. */
  cellKept: ChangedCell & { readonly source: CellSource };
  /** Several cells keep a person's text; `first` are the first of them. */
  cellsKept: {
    readonly count: number;
    readonly first: readonly Pick<ChangedCell, 'row' | 'heading'>[];
    readonly source: CellSource;
  };
}

/** Messages about the write-back, by code. */
export interface WritingMessages {
  /** Nothing was written. The journal contains all results, unless `isStopped`. */
  resultsInJournal: { readonly isStopped: boolean };
  /**
   * The sheet could not be replaced for this reason, so the results are in another file beside it.
   */
  resultsBeside: { readonly reason: SheetProblem; readonly file: string };
  /**
   * The sheet was changed during the run, so the results are in another file: the one that
   * `--output` names, or one beside the sheet.
   */
  sheetChanged: { readonly sheet: string; readonly output?: string };
  /**
   * The sheet was changed during the run, and the results no longer fit it. The next messages are
   * the reason.
   */
  resultsDoNotFit: { readonly sheet: string };
  /** Rows were sent, and then removed or edited; these are their original numbers. */
  sentRowsNotInSheet: { readonly rows: readonly number[]; readonly journal: string };
  /** Old backups and results could not be deleted. */
  oldCopiesStay: { readonly files: readonly string[] };
}

import type { Reason, WrongAnswer } from '../journal/facts.js';
import type { SheetCommand } from '../sheetCommand.js';
import type { Failure } from '../../../src/failure.js';
import type { RequestMessage } from '../../../src/requestMessages.js';
import type { SheetProblem } from '../../../sheets/messages.js';
import type { Cell, ResultValue } from '../../../sheets/sheet.js';

export interface JournalWithRows {
  readonly journal: string;
  readonly rows: ReadonlySet<number>;
  /**
   * The sheet in the journal's name, which no longer exists; undefined if the name contains none.
   */
  readonly sheet?: string | undefined;
  /** The value of `--journal` that uses this journal; undefined if the journal must be renamed. */
  readonly option?: string | undefined;
  /** The service of the journal, if it is not the service of the run. */
  readonly differentService?: string | undefined;
}

export interface SentElsewhere {
  readonly sheet: string;
  readonly id: string | undefined;
  readonly differentService: string | undefined;
}

/** Journals with rows of a sheet that are missing in the journal in use. */
export interface LeftBehind {
  /**
   * The journal that contains the rows of all other journals; if there is none, all journals with
   * rows, including the journal in use.
   */
  readonly journals: readonly JournalWithRows[];
  /** The path to which a journal must be renamed, so that a run uses it for the sheet. */
  readonly wanted: string;
  readonly isNamed: boolean;
}

export interface RunMessages {
  /** An earlier result without a row may belong to these rows. */
  rowsBlocked: { readonly rows: readonly number[]; readonly operation: SheetCommand };
  assessmentsWithoutRow: { readonly count: number };
  /** `rwa assess` would send `count` rows; `unfit` more are invalid or duplicates. */
  rowsNeverAssessed: { readonly count: number; readonly unfit: number };
  identicalInRound: { readonly rows: readonly number[] };
  decidedEarlier: { readonly rows: readonly number[] };
  /**
   * The reason is that of the first row. `hasNoResult` is true if the service has no result for at
   * least one of the rows.
   */
  resultsNotRead: {
    readonly operation: SheetCommand;
    readonly rows: readonly number[];
    readonly reason: Reason;
    readonly hasNoResult: boolean;
  };
  unconfirmedRowsMissing: {
    readonly operation: SheetCommand;
    readonly count: number;
    readonly hasOtherSheets: boolean;
  };
  journalOlderThanSheet: {
    readonly rows: readonly number[];
    readonly operation: SheetCommand;
    readonly sheet: string;
  };
  otherJournalKnowsRows: LeftBehind;
  /** Another run is sending these rows, or has sent them since this run was planned. */
  rowsInUse: { readonly rows: readonly number[]; readonly sheet: string };
  rowsSentElsewhere: Omit<SentElsewhere, 'id'> & {
    readonly rows: readonly number[];
    readonly service: string;
  };
}

export interface PlanMessages {
  /** The previous message is the reason. */
  nothingSent: object;
  rowsDoneInSheet: {
    readonly count: number;
    readonly status: string;
    readonly command: SheetCommand;
    readonly isRepeatedInRounds: boolean;
  };
  rowsCopied: { readonly rows: readonly number[] };
  /** The employees of these new rows have earlier assessments that no row has any more. */
  employeesAssessedBefore: { readonly rows: readonly number[] };
  /** The run may send at most `most` new rows. */
  tooManyNew: { readonly rows: number; readonly most: number };
  /** The user's columns, by letter, each with the heading that our column gets instead. */
  ownColumnsStay: {
    readonly columns: readonly { readonly column: string; readonly ours: string }[];
  };
  rowsNotInSheet: {
    readonly rows: readonly [first: number, last: number];
    readonly of: readonly [first: number, last: number];
  };
  countryNotInSheet: {
    readonly label: string;
    readonly value: string;
    readonly suggestion: string | undefined;
  };
  /** `unconfirmed` lists the unconfirmed rows, by number or key. */
  rowCannotBeResolved: {
    readonly row: string;
    readonly unconfirmed: readonly (number | string)[];
    readonly assessmentId: string | undefined;
  };
}

export interface ServiceMessages {
  serviceUnusable: { readonly service: string; readonly failure: Failure };
  /**
   * The service lacks an assessment of the journal or the sheet. If `row` is undefined, no row of
   * the sheet has the assessment. `sheet` is set if the row is in another sheet.
   */
  assessmentUnknown: {
    readonly sheet?: string;
    readonly service: string;
    readonly assessmentId: string;
    readonly row: number | undefined;
    /**
     * True if the journal lacks the assessment: it was lost, or another program wrote the scores.
     */
    readonly isOnlyInSheet?: boolean;
  };
  /** A person confirmed another service, but it has an assessment of the old service. */
  isNoOtherService: {
    readonly service: string;
    readonly differentService: string;
    readonly assessmentId: string;
    readonly sheet: string;
  };
  serviceAwaited: { readonly failure: Failure; readonly leftMs: number; readonly until: string };
  serviceIsBack: { readonly waitedMs: number };
  serviceStayedAway: {
    readonly service: string;
    readonly waitedMs: number;
    readonly failure: Failure;
  };
}

export interface WorkMessages {
  tokenRefused: { readonly failure: Failure };
  rowsInARowFailed: { readonly rows: number; readonly failure: Failure | WrongAnswer };
  rowsNotSent: { readonly rows: readonly number[]; readonly failure: Failure };
  /** The journal could not record the outcome of a row. */
  rowNotRecorded: {
    readonly operation: SheetCommand;
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
  readonly isReference?: boolean;
}

export type CellSource = 'assessment' | 'result';

export interface CellMessages {
  cellKept: ChangedCell & { readonly source: CellSource };
  cellsKept: {
    readonly count: number;
    readonly first: readonly Pick<ChangedCell, 'row' | 'heading'>[];
    readonly source: CellSource;
  };
}

export interface WritingMessages {
  /** The journal contains all results, unless `isStopped`. */
  resultsInJournal: { readonly isStopped: boolean };
  /**
   * The sheet could not be replaced for this reason, so the results are in another file beside it.
   */
  resultsBeside: { readonly reason: SheetProblem; readonly file: string };
  /**
   * `output` is the file that `--output` names. If it is missing, the results are in a file beside
   * the sheet.
   */
  sheetChanged: { readonly sheet: string; readonly output?: string };
  /** The sheet was changed during the run. The next messages are the reason. */
  resultsDoNotFit: { readonly sheet: string };
  /** The rows were sent, and then removed or edited. `rows` are their original numbers. */
  sentRowsNotInSheet: { readonly rows: readonly number[]; readonly journal: string };
  oldCopiesStay: { readonly files: readonly string[] };
}

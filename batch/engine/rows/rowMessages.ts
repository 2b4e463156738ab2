import type { Failure } from '../../../src/failure.js';
import type { RequestMessage } from '../../../src/requestMessages.js';
import type { Corrected } from '../intake/corrections.js';
import type { RowRemark } from '../intake/remark.js';
import type { Reason } from '../journal/facts.js';
import type { Cell } from '../../../sheets/sheet.js';
import type { SheetCommand } from '../sheetCommand.js';

/** Faults of a row other than problems with its input values, by code. */
export interface RowFaults {
  /** These rows share a value that belongs to one person, but have different identities. */
  sharedByPeople: {
    readonly rows: readonly number[];
    readonly field: string;
    readonly label: string;
  };
  /** These rows have the same identity input, but their other inputs differ. */
  rowsOfIdentityDiffer: {
    readonly rows: readonly number[];
    readonly field: string;
    readonly label: string;
  };
  /** The ID cell contains a text that is not an ID. */
  noId: { readonly heading: string; readonly text: string };
}
export type RowFault = {
  readonly [Code in keyof RowFaults]: { readonly code: Code } & RowFaults[Code];
}[keyof RowFaults];

/** Rows that contradict each other. */
export type Contradiction = Extract<RowFault, { readonly rows: readonly number[] }>;

/** The parameter of messages about a row that may still show scores. */
interface BesideScores {
  /** True if the row shows the scores of the previous assessment. */
  readonly showsEarlierScores: boolean;
}

/** Messages about a row, by code. */
export interface RowMessages extends RowFaults {
  /** The row's input values have problems, or it has other faults. */
  rowInvalid: {
    readonly problems: readonly RowRemark[] | undefined;
    readonly faults: readonly RowFault[];
  };
  /** The row is identical to another row. */
  sameAsRow: {
    readonly row: number;
    readonly operation: SheetCommand;
    /**
     * True if no option sends the row, because it shows an earlier request, the other row is
     * blocked, or another request may be its own.
     */
    readonly isHeld: boolean;
  };
  /** The service refused the row. */
  rowRefused: BesideScores & {
    readonly operation: SheetCommand;
    readonly reason: RequestMessage;
    /** True if the row was assessed before: only a round sends these inputs again. */
    readonly isOfRound: boolean;
  };
  /**
   * The row was sent and has no usable answer. If `reason` is undefined, the run ended before an
   * answer arrived.
   */
  rowUnconfirmed: BesideScores & {
    readonly operation: SheetCommand;
    readonly sentAt: string;
    readonly reason: Reason | undefined;
    readonly isChanged: boolean;
  };
  /** Only the sheet shows that the row was sent and never answered. */
  rowOnlyInSheet: BesideScores & {
    readonly operation: SheetCommand;
    readonly problems: readonly RowRemark[] | undefined;
  };
  /** According to the sheet, the row was sent, but its ID is missing. */
  rowWithoutItsId: BesideScores & {
    readonly status: string;
    readonly problems: readonly RowRemark[] | undefined;
  };
  /** The result of the row is not ready; `operation` fetches it. */
  resultPending: { readonly operation: SheetCommand };
  /** The result of the row could not be read; `operation` fetches it. */
  resultNotRead: {
    readonly operation: SheetCommand;
    readonly at: string;
    readonly reason: Reason;
    /** True if the service answered that it has no result for the ID. */
    readonly hasNoResult: boolean;
  };
  rowNotSent: {
    readonly failure: Failure;
    /** True if the row was selected for reassessment. */
    readonly isOfRound: boolean;
  };
  /** A request for the same employee has no answer, and may belong to this row. */
  employeeUnanswered: object;
  /** The row is done and cannot be repeated, but its inputs were changed. */
  doneWithOtherInputs: { readonly operation: SheetCommand };

  /**
   * The row was sent with these values, which a person corrected, instead of those in its cells.
   */
  valuesCorrected: { readonly corrections: readonly Corrected[] };

  /**
   * A score cell contains a number that is not from the row's assessment, and that a person may
   * have typed.
   */
  unknownScore: {
    readonly heading: string;
    readonly cell: Cell;
    readonly assessmentId: string;
  };

  /** The row's inputs differ from those of its latest assessment. */
  inputsChanged: { readonly assessmentId: string };
  /**
   * The inputs of a row with an assessment were changed to those that another sheet has sent as a
   * new row.
   */
  inputsSentElsewhere: { readonly assessmentId: string };
  /** An assessment with other inputs may be this row's, because no row of the sheet has it. */
  assessmentNeverShown: {
    readonly assessmentId: string;
    /** ISO 8601; empty if neither the journal nor the row's cells contain it. */
    readonly createdAt: string;
  };
  /** Another row shows the same assessment. */
  assessmentInOtherRow: { readonly assessmentId: string; readonly row: number };
  /** The row's assessment belongs to another employee. */
  assessmentOfOtherEmployee: { readonly assessmentId: string };
  /** The row shows an Assessment ID without a proof of the inputs that it was made for. */
  assessmentUnproven: { readonly assessmentId: string };
  /**
   * The row shows results without an Assessment ID or a reference that identifies their assessment.
   */
  resultsWithoutId: object;
  /** The decision in the row would be recorded for this assessment, which is not the row's. */
  decisionOnOtherAssessment: { readonly assessmentId: string };
  /** Another row, which may belong to the same request, must be resolved first. */
  rowBlockedByIdenticalRow: { readonly row: number };

  /** The row's ID is also in another row; `headings` are our columns that show a row as done. */
  idInOtherRow: { readonly id: string; readonly row: number; readonly headings: readonly string[] };
  /** The row's ID was made for another identity, which differs in this input. */
  idOfOtherIdentity: {
    readonly id: string;
    readonly label: string;
    readonly headings: readonly string[];
  };
  /**
   * A request for the same person, with another value of one input, took effect, and no sheet is
   * known to show its ID. The ID is undefined if a person only confirmed that the request took
   * effect.
   */
  doneNeverShown: {
    readonly operation: SheetCommand;
    readonly sentAt: string;
    readonly id: string | undefined;
    /** The labels of the input that identifies the person, and of the input that was changed. */
    readonly person: string;
    readonly label: string;
  };
  /** The sheet shows the row as done, but neither the journal nor a reference proves it. */
  doneUnknown: {
    readonly operation: SheetCommand;
    readonly isRepeatable: boolean;
    readonly status: string;
    readonly label: string;
    readonly headings: readonly string[];
  };
  /** Another request of the same person is unconfirmed. */
  personUnconfirmed: { readonly operation: SheetCommand; readonly sentAt: string };

  /**
   * The row was sent from another sheet in the folder; `differentService` is set if that sheet used
   * another service.
   */
  rowSentElsewhere: {
    readonly operation: SheetCommand;
    readonly sheet: string;
    readonly id: string | undefined;
    readonly differentService: string | undefined;
  };

  /**
   * The row's person was forgotten; `headings` are the cells to clear before the row can be sent
   * again.
   */
  personForgotten: {
    readonly operation: SheetCommand;
    readonly at: string;
    readonly headings: readonly string[];
  };
  /** The row shows the results of a forgotten person. */
  showsForgotten: object;
}

/** Why a row is unconfirmed, by code, for the person who resolves it. */
export interface UnconfirmedMessages {
  /** No usable answer arrived. If `reason` is undefined, the run ended before an answer arrived. */
  noAnswer: { readonly reason: Reason | undefined };
}

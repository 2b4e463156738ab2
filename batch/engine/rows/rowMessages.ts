import type { Failure } from '../../../src/failure.js';
import type { Corrected } from '../intake/corrections.js';
import type { RowRemark } from '../intake/remark.js';
import type { Reason } from '../journal/reason.js';
import type { Cell } from '../../../sheets/sheet.js';
import type { SheetCommand } from '../sheetCommand.js';

/** What is wrong with a row besides the values of its inputs, by code. */
export interface RowFaults {
  /** These rows share a value that belongs to one person, but are about different people. */
  sharedByPeople: {
    readonly rows: readonly number[];
    readonly field: string;
    readonly label: string;
  };
  /** By this input, these rows are the same case, but their other inputs differ. */
  sameCaseDiffers: {
    readonly rows: readonly number[];
    readonly field: string;
    readonly label: string;
  };
  /** The ID cell contains a text that is not an ID. */
  noId: { readonly heading: string; readonly text: string };
}
/** One of these faults: a code, and the parameters to word it. */
export type RowFault = {
  readonly [Code in keyof RowFaults]: { readonly code: Code } & RowFaults[Code];
}[keyof RowFaults];

/** Rows that contradict each other. */
export type Contradiction = Extract<RowFault, { readonly rows: readonly number[] }>;

/** The row shows the scores of the previous assessment. */
interface BesideScores {
  readonly showsEarlierScores: boolean;
}

/** Messages about a row, by code. */
export interface RowMessages extends RowFaults {
  /** What is wrong with the values of its inputs, and what else is. */
  rowInvalid: {
    readonly problems: readonly RowRemark[] | undefined;
    readonly faults: readonly RowFault[];
  };
  /** It is identical to another row. */
  sameAsRow: {
    readonly row: number;
    readonly operation: SheetCommand;
    /** No option sends it: it shows results, or another request may be its own. */
    readonly isHeld: boolean;
  };
  /** The service refused it. */
  rowRefused: BesideScores & {
    readonly operation: SheetCommand;
    readonly reason: string;
    /** True in a round: the first operation does not send these inputs again. */
    readonly isOfRound: boolean;
  };
  /** It was sent and has no usable answer; without a reason, the run ended before one came. */
  rowUnconfirmed: BesideScores & {
    readonly operation: SheetCommand;
    readonly sentAt: string;
    readonly reason: Reason | undefined;
    readonly isChanged: boolean;
  };
  /** Only the sheet says that it was sent and never answered. */
  rowOnlyInSheet: BesideScores & {
    readonly operation: SheetCommand;
    readonly problems: readonly RowRemark[] | undefined;
  };
  /** Only the sheet says that it was sent, by its status, and its ID is missing. */
  rowWithoutItsId: BesideScores & {
    readonly status: string;
    readonly problems: readonly RowRemark[] | undefined;
  };
  /** Its result is not ready yet; the operation that fetches it. */
  resultPending: { readonly operation: SheetCommand };
  /** Its result could not be read; the operation that fetches it. A person may have given its ID. */
  resultNotRead: {
    readonly operation: SheetCommand;
    readonly at: string;
    readonly reason: Reason;
    readonly isByPerson: boolean;
  };
  rowNotSent: {
    readonly failure: Failure;
    /** The row was selected for reassessment. */
    readonly isOfRound: boolean;
  };
  /** Another run has sent a row of the same employee, and got no answer. */
  employeeUnanswered: object;
  /** It is done and cannot be repeated, but its inputs were changed. */
  doneWithOtherInputs: { readonly operation: SheetCommand };

  /** It was sent with these values instead of those of its cells, as a person has corrected them. */
  valuesCorrected: { readonly corrections: readonly Corrected[] };

  /** A score cell contains a number that is not from its assessment, and that a person may have written. */
  unknownScore: {
    readonly heading: string;
    readonly cell: Cell;
    readonly assessmentId: string;
  };

  /** Its inputs are not those of its latest assessment. */
  inputsChanged: { readonly assessmentId: string };
  /** An assessment with other inputs that no sheet has shown may belong to it. */
  assessmentNeverShown: { readonly assessmentId: string; readonly createdAt: string };
  /** Its assessment is also in another row. */
  assessmentInOtherRow: { readonly assessmentId: string; readonly row: number };
  /** Its assessment belongs to another employee. */
  assessmentOfOtherEmployee: { readonly assessmentId: string };
  /** Nothing proves what the Assessment ID beside it was made for. */
  assessmentUnproven: { readonly assessmentId: string };
  /** It shows results, and neither an Assessment ID nor a reference says whose they are. */
  resultsWithoutId: object;
  /** The decision in the row would be recorded for this assessment, which is not the row's own. */
  decisionOnOtherAssessment: { readonly assessmentId: string };
  /** Another row, which may belong to the same request, must be resolved first. */
  rowBlockedLike: { readonly row: number };

  /** Its ID is also in another row; `headings` are our columns that show a row as done. */
  idInOtherRow: { readonly id: string; readonly row: number; readonly headings: readonly string[] };
  /** Its ID was made for another case, which differs in this input. */
  idOfOtherCase: {
    readonly id: string;
    readonly label: string;
    readonly headings: readonly string[];
  };
  /**
   * The same person was sent with another value of one input, and no sheet is known to show the ID.
   * It has none if a person only confirmed that the request took effect.
   */
  doneNeverShown: {
    readonly operation: SheetCommand;
    readonly sentAt: string;
    readonly id: string | undefined;
    /** The input that identifies the person, and the one that was changed. */
    readonly person: string;
    readonly label: string;
  };
  /** The sheet says that it is done, but the journal has no record for this case. */
  doneUnknown: {
    readonly operation: SheetCommand;
    readonly status: string;
    readonly label: string;
    readonly headings: readonly string[];
  };
  /** Another request of the same person is unconfirmed. */
  personUnconfirmed: { readonly operation: SheetCommand; readonly sentAt: string };

  /** The row was sent from another sheet in the folder; `differentService` is set if that used another service. */
  rowSentElsewhere: {
    readonly sheet: string;
    readonly id: string | undefined;
    readonly differentService: string | undefined;
  };

  /** Its person was forgotten; `headings` are the cells to clear before it can be sent again. */
  personForgotten: {
    readonly operation: SheetCommand;
    readonly at: string;
    readonly headings: readonly string[];
  };
  /** It shows the results of a person who was forgotten; without `headings`, all its result cells are to be cleared. */
  showsForgotten: { readonly headings: readonly string[] };
}

/** Why a row is unconfirmed, for the person who resolves it, by code. */
export interface UnconfirmedMessages {
  /** No usable answer came; without a reason, the run ended before the answer. */
  noAnswer: { readonly reason: Reason | undefined };
}

import type { Failure } from '../../../src/failure.js';
import type { RequestMessage } from '../../../src/requestMessages.js';
import type { AppliedCorrection } from '../intake/corrections.js';
import type { RowRemark } from '../intake/remark.js';
import type { Reason } from '../journal/facts.js';
import type { Cell } from '../../../sheets/sheet.js';
import type { SheetCommand } from '../sheetCommand.js';

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

export type Contradiction = Extract<RowFault, { readonly rows: readonly number[] }>;

interface ShownScores {
  readonly showsEarlierScores: boolean;
}

export interface RowMessages extends RowFaults {
  rowInvalid: {
    readonly problems: readonly RowRemark[] | undefined;
    readonly faults: readonly RowFault[];
  };
  sameAsRow: {
    readonly row: number;
    readonly operation: SheetCommand;
    /** No option sends the row, for example because another request may be its own. */
    readonly isHeld: boolean;
  };
  rowRefused: ShownScores & {
    readonly operation: SheetCommand;
    readonly reason: RequestMessage;
    /** True if the row was assessed before: only a round sends these inputs again. */
    readonly isOfRound: boolean;
  };
  /** If `reason` is undefined, the run ended before an answer arrived. */
  rowUnconfirmed: ShownScores & {
    readonly operation: SheetCommand;
    readonly sentAt: string;
    readonly reason: Reason | undefined;
    readonly isChanged: boolean;
  };
  /** Only the sheet shows that the row was sent and never answered. */
  rowOnlyInSheet: ShownScores & {
    readonly operation: SheetCommand;
    readonly problems: readonly RowRemark[] | undefined;
  };
  /** According to the sheet, the row was sent, but its ID is missing. */
  rowWithoutItsId: ShownScores & {
    readonly status: string;
    readonly problems: readonly RowRemark[] | undefined;
  };
  /** `operation` fetches the result. */
  resultPending: { readonly operation: SheetCommand };
  /** `operation` fetches the result. */
  resultNotRead: {
    readonly operation: SheetCommand;
    readonly at: string;
    readonly reason: Reason;
    readonly hasNoResult: boolean;
  };
  rowNotSent: {
    readonly failure: Failure;
    /** True if the row was selected for reassessment. */
    readonly isOfRound: boolean;
  };
  /** A request for the same employee has no answer, and may belong to this row. */
  employeeUnanswered: object;
  doneWithOtherInputs: { readonly operation: SheetCommand };

  /** The row was sent with these values, which a person corrected. */
  valuesCorrected: { readonly corrections: readonly AppliedCorrection[] };

  /** The number is not from the row's assessment; a person may have typed it. */
  unknownScore: {
    readonly heading: string;
    readonly cell: Cell;
    readonly assessmentId: string;
  };

  inputsChanged: { readonly assessmentId: string };
  /** Another sheet has sent the row's new inputs as a new row. */
  inputsSentElsewhere: { readonly assessmentId: string };
  /** An assessment with other inputs may be this row's, because no row of the sheet has it. */
  assessmentNeverShown: {
    readonly assessmentId: string;
    /** ISO 8601; empty if unknown. */
    readonly createdAt: string;
  };
  assessmentInOtherRow: { readonly assessmentId: string; readonly row: number };
  assessmentOfOtherEmployee: { readonly assessmentId: string };
  /** The row shows an Assessment ID without a proof of the inputs that it was made for. */
  assessmentUnproven: { readonly assessmentId: string };
  /** No Assessment ID or reference identifies the assessment. */
  resultsWithoutId: object;
  /** The decision in the row would be recorded for this assessment, which is not the row's. */
  decisionOnOtherAssessment: { readonly assessmentId: string };
  /** `headings` are the cells to clear before the decision can be sent. */
  decidedOnEarlierAssessment: { readonly headings: readonly string[] };
  /** Another row, which may belong to the same request, must be resolved first. */
  rowBlockedByIdenticalRow: { readonly row: number };

  /** `headings` are our columns that show a row as done. */
  idInOtherRow: { readonly id: string; readonly row: number; readonly headings: readonly string[] };
  /** The row's ID was made for another identity, which differs in this input. */
  idOfOtherIdentity: {
    readonly id: string;
    readonly label: string;
    readonly headings: readonly string[];
  };
  /**
   * A request for the same person took effect. If `id` is undefined, only a person confirmed that.
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
  personUnconfirmed: { readonly operation: SheetCommand; readonly sentAt: string };

  /** `differentService` is set if that sheet used another service. */
  rowSentElsewhere: {
    readonly operation: SheetCommand;
    readonly sheet: string;
    readonly id: string | undefined;
    readonly differentService: string | undefined;
  };

  /** `headings` are the cells to clear before the row can be sent again. */
  personForgotten: {
    readonly operation: SheetCommand;
    readonly at: string;
    readonly headings: readonly string[];
  };
  showsForgotten: object;
}

export interface UnconfirmedMessages {
  /** If `reason` is undefined, the run ended before an answer arrived. */
  noAnswer: { readonly reason: Reason | undefined };
}

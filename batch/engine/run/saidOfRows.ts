import type { Failure } from '../../../src/failure.js';
import type { RowRemark } from '../intake/remark.js';
import type { Reason } from '../journal/reason.js';
import type { SheetCommand } from '../operations/said.js';

/** What is wrong with a row besides the values of its inputs, by its codes. */
export interface RowFaults {
  /** These rows share what is one person's, and are of different people. */
  sharedByPeople: {
    readonly rows: readonly number[];
    readonly field: string;
    readonly label: string;
  };
  /** These rows are the same case by this input, and have other inputs. */
  sameCaseDiffers: {
    readonly rows: readonly number[];
    readonly field: string;
    readonly label: string;
  };
  /** A text stands in place of the id that cannot be one. */
  noId: { readonly heading: string; readonly text: string };
}
export type RowFault = {
  readonly [Code in keyof RowFaults]: { readonly code: Code } & RowFaults[Code];
}[keyof RowFaults];

/** Rows that contradict each other. */
export type Contradiction = Extract<RowFault, { readonly rows: readonly number[] }>;

/** The scores beside the row are those of the assessment before. */
interface BesideScores {
  readonly showsEarlierScores: boolean;
}

/** What is said of a row, by its codes. */
export interface RowMessages extends RowFaults {
  /** What is wrong with the values of its inputs, and what else is. */
  rowInvalid: {
    readonly problems: readonly RowRemark[] | undefined;
    readonly faults: readonly RowFault[];
  };
  /** It is the same as another row. */
  sameAsRow: { readonly row: number; readonly operation: SheetCommand };
  /** It is the same as another row was when that was sent; that one has other inputs since. */
  sameAsChangedRow: { readonly row: number };
  /** The service refused it. */
  rowRefused: BesideScores & {
    readonly operation: SheetCommand;
    readonly reason: string;
    /** In a round, the same inputs are not sent again by the operation that came first. */
    readonly isOfRound: boolean;
  };
  /** It was sent and has no usable answer; without a reason, the run ended before one came. */
  rowUnconfirmed: BesideScores & {
    readonly operation: SheetCommand;
    readonly sentAt: string;
    readonly reason: Reason | undefined;
    readonly isChanged: boolean;
  };
  /** The sheet alone says that it was sent and never answered. */
  rowOnlyInSheet: BesideScores & {
    readonly operation: SheetCommand;
    readonly problems: readonly RowRemark[] | undefined;
  };
  /** The sheet alone says that it was sent, by its status, and its id is missing. */
  rowWithoutItsId: BesideScores & {
    readonly status: string;
    readonly problems: readonly RowRemark[] | undefined;
  };
  /** Its result is not ready yet; the operation that fetches it. */
  resultPending: { readonly operation: SheetCommand };
  resultNotRead: { readonly at: string; readonly reason: Reason };
  rowNotSent: { readonly failure: Failure };
  /** It is done for good, and has other inputs now. */
  doneWithOtherInputs: { readonly operation: SheetCommand };

  /** Its inputs are not those of its latest assessment. */
  inputsChanged: { readonly assessmentId: string };
  /** It may be of an assessment that no sheet has shown, which has other inputs. */
  assessmentNeverShown: { readonly assessmentId: string; readonly createdAt: string };
  /** Its assessment stands in another row, too. */
  assessmentInOtherRow: { readonly assessmentId: string; readonly row: number };
  /** Its assessment is of another employee. */
  assessmentOfOtherEmployee: { readonly assessmentId: string };
  /** Another row has to be settled first, which may be of the same request. */
  rowHeldLike: { readonly row: number };

  /** The id beside it stands in another row, too; our columns by which a row is known as done. */
  idInOtherRow: { readonly id: string; readonly row: number; readonly headings: readonly string[] };
  /** The id beside it was made for another case, as this input says. */
  idOfOtherCase: {
    readonly id: string;
    readonly label: string;
    readonly headings: readonly string[];
  };
  /** It was done for the same person and another case, and no sheet has shown that. */
  doneNeverShown: {
    readonly operation: SheetCommand;
    readonly at: string;
    readonly id: string;
    /** The input that names the person, and the one that is another since. */
    readonly person: string;
    readonly label: string;
  };
  /** The sheet says that it is done, and the journal does not know it of this case. */
  doneUnknown: {
    readonly operation: SheetCommand;
    readonly status: string;
    readonly label: string;
    readonly headings: readonly string[];
  };
  /** Another request of the same person is unconfirmed. */
  personUnconfirmed: { readonly sentAt: string };

  /** Its person was forgotten; the headings of the cells to clear before it can be sent again. */
  personForgotten: { readonly at: string; readonly headings: readonly string[] };
  /** It shows what was made for a person who was forgotten. */
  showsForgotten: { readonly headings: readonly string[] };
}

/** Why a row is unconfirmed, for whoever is to settle it, by its codes. */
export interface UnconfirmedMessages {
  /** The sheet says so, and the journal has no record of it. */
  sheetSaysSo: object;
  /** The sheet has a status of it, and not its id. */
  itsIdIsMissing: { readonly status: string };
  /** No usable answer came; without a reason, the run ended before one did. */
  noAnswer: { readonly reason: Reason | undefined };
}

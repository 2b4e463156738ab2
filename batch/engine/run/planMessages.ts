import type { SheetCommand } from '../sheetCommand.js';

/** Messages about a plan, by code. */
export interface PlanMessages {
  /** An error prevents the whole plan. */
  nothingSent: object;
  /** According to the sheet, these rows are done, but the journal has no record of them. */
  rowsDoneInSheet: {
    readonly count: number;
    /** The success status, and the operation. */
    readonly status: string;
    readonly command: SheetCommand;
    /** The operation can be repeated with other inputs. */
    readonly isRepeatedInRounds: boolean;
  };
  /** These rows were copied from others that are still there, and are sent as new. */
  rowsCopied: { readonly rows: readonly number[] };
  /** These rows are new, and an assessment of the same employee is in no row any more. */
  employeesAssessedBefore: { readonly rows: readonly number[] };
  /** So many rows are new, which is more than a run was allowed to send. */
  tooManyNew: { readonly rows: number; readonly most: number };
  /** The user's columns, by letter, each with the heading that our column gets instead. */
  ownColumnsStay: {
    readonly columns: readonly { readonly column: string; readonly ours: string }[];
  };
  /** `--rows` names rows without inputs; the rows of the sheet are `of`. */
  rowsNotInSheet: {
    readonly rows: readonly [first: number, last: number];
    readonly of: readonly [first: number, last: number];
  };
  /** `--where` names a country that no row has and that is not known. */
  countryNotInSheet: {
    readonly label: string;
    readonly value: string;
    readonly suggestion: string | undefined;
  };
  /** The named row is not unconfirmed; those that are, by number or key. */
  rowCannotBeResolved: {
    readonly row: string;
    readonly unconfirmed: readonly (number | string)[];
    readonly assessmentId: string | undefined;
  };
}

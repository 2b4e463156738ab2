import type { SheetCommand } from '../sheetCommand.js';

/** Messages about a plan, by code. */
export interface PlanMessages {
  /** An error makes the whole plan impossible. */
  nothingSent: object;
  /** According to the sheet, these rows are done, but the journal has no record of them. */
  rowsDoneInSheet: {
    readonly count: number;
    /** The success status, and the operation. */
    readonly status: string;
    readonly command: SheetCommand;
    /** True if the operation can be repeated with other inputs. */
    readonly isRepeatedInRounds: boolean;
  };
  /** These rows were copied from others that still exist, and are sent as new. */
  rowsCopied: { readonly rows: readonly number[] };
  /** These rows are new, and no row has an earlier assessment of the same employee anymore. */
  employeesAssessedBefore: { readonly rows: readonly number[] };
  /** This many rows are new, which is more than the run may send. */
  tooManyNew: { readonly rows: number; readonly most: number };
  /** The user's columns, by letter, each with the heading that our column gets instead. */
  ownColumnsStay: {
    readonly columns: readonly { readonly column: string; readonly ours: string }[];
  };
  /** `--rows` names row numbers without inputs; `of` is the range of the sheet's rows. */
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
  /** The named row is not unconfirmed; `unconfirmed` lists the rows that are, by number or key. */
  rowCannotBeResolved: {
    readonly row: string;
    readonly unconfirmed: readonly (number | string)[];
    readonly assessmentId: string | undefined;
  };
}

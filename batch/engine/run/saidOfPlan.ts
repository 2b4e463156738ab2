/** What is said of a plan, by its codes. */
export interface PlanMessages {
  /** What is in the way of a plan is in the way of all of it. */
  nothingSent: object;
  /** So many rows are done as the sheet says, and the journal has no record of that. */
  rowsDoneInSheet: {
    readonly count: number;
    /** The status of a row that is done, and the operation. */
    readonly status: string;
    readonly command: string;
    /** What was done can be done again with other inputs. */
    readonly isRepeatedInRounds: boolean;
  };
  /** So many rows are new, which is more than a run was allowed to send. */
  tooManyNew: { readonly rows: number; readonly most: number };
  /** Columns of the user's own, by their letters, each with the heading of ours that it looks like. */
  ownColumnsStay: {
    readonly columns: readonly { readonly column: string; readonly ours: string }[];
  };
  /** A selection names rows, first and last, where the sheet has no inputs; its rows are `of`. */
  rowsNotInSheet: {
    readonly rows: readonly [first: number, last: number];
    readonly of: readonly [first: number, last: number];
  };
  /** A row that is not unconfirmed is to be resolved; those that are, by number or key. */
  rowCannotBeResolved: {
    readonly row: string;
    readonly unconfirmed: readonly (number | string)[];
    readonly assessmentId: string | undefined;
  };
}

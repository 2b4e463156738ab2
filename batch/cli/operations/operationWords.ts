import type { SheetRequest } from '../../engine/intake/rowKey.js';
import type { Example } from '../../template/example.js';

/** The words of the command line for an operation. */
export interface OperationWords {
  /** One line about the command, for the list of commands and for the help of the command. */
  readonly description: string;
  /** The noun for one row: "fill in one row for each assessment". */
  readonly rowNoun: string;
  /** The verb after the number of rows to send in a plan: "24 to assess". */
  readonly infinitive: string;
  /** The participle: "All 24 rows can be assessed". */
  readonly participle: string;
  /** The next step after a check without problems: "Assess the sheet". */
  readonly sendAllStep: string;
  /** The next step after a check that found invalid rows: "Or assess only the valid rows". */
  readonly sendValidStep: string;
  /** Returns the action that a person confirms: "Assess 24 rows". */
  readonly action: (rows: number) => string;
  /** The state of a sheet without anything left to do: "every row is scored". */
  readonly allDonePhrase: string;
  /** Describes a request in parts, the person or assessment first: `Ada Ek`, `ada@example.com`. */
  readonly describe: (request: SheetRequest) => readonly (string | number)[];
  /** The noun for the ID that the service assigns; missing if it assigns none. */
  readonly idNoun?: string;
  /** The confirmation in which the user must type the number of people instead of yes. */
  readonly typedConfirmation?: {
    /** Precedes the list of the people. */
    readonly listTitle: string;
    /** Returns the object of "remove": "the access of 3 people". */
    readonly removal: (rows: number) => string;
  };
  /** Precedes the number of the row that a duplicate repeats; default "Identical to row". */
  readonly duplicatePrefix?: string;
  /** True if `--send-duplicates` sends duplicates too. */
  readonly canSendDuplicates?: boolean;
  /** The advice for a rejection, by a part of the service's message about it. */
  readonly rejectionAdvice?: Readonly<Record<string, string>>;
  /** The message for a finished row whose inputs were changed and that cannot be sent again. */
  readonly changedMessage?: string;
  /** Explains why the status of a row may be unproven although the row was not edited. */
  readonly newRowHint?: string;
  /** The advice for an unconfirmed row. */
  readonly unconfirmedAdvice: string;
  /** The help text below the options. */
  readonly help: string;
  /** The example rows of the template. */
  readonly example: Example;
}

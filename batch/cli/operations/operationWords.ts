import type { SheetRequest } from '../../engine/intake/rowKey.js';
import type { Example } from '../../template/example.js';

export interface OperationWords {
  /** One line about what it does, for the list of commands and its own help. */
  readonly description: string;
  /** The noun for one row: "Add one row for each assessment." */
  readonly rowNoun: string;
  /** Follows the number of rows to send in a plan: "24 to assess". */
  readonly infinitive: string;
  /** The participle: "All 24 rows can be assessed". */
  readonly participle: string;
  /**
   * The next step after a check: `doAll` for a sheet without problems, `doRest` for one with invalid rows.
   */
  readonly sendAllStep: string;
  readonly sendValidStep: string;
  /** The question that confirms a plan: "Assess 24 rows". */
  readonly action: (rows: number) => string;
  /** Describes a sheet without anything left to do: "every row is scored". */
  readonly allDonePhrase: string;
  /** Describes a request in parts, the person first: `Ada Ek`, `Staff ID 7`. */
  readonly describe: (request: SheetRequest) => readonly (string | number)[];
  /** The ID that the service assigns. Without one, a person confirms a row with yes. */
  readonly idNoun?: string;
  /**
   * The title of the list of people and the question, if the user must type the number of rows.
   */
  readonly typedConfirmation?: {
    readonly listTitle: string;
    readonly removal: (rows: number) => string;
  };
  /** Precedes the number of the row that a duplicate repeats; default "Identical to row". */
  readonly duplicatePrefix?: string;
  /** True if an option sends duplicates too. */
  readonly canSendDuplicates?: true;
  /** The advice for a rejection, by a part of the service's message. */
  readonly rejectionAdvice?: Readonly<Record<string, string>>;
  /** The message for a finished row whose inputs were changed and that cannot be sent again. */
  readonly changedMessage?: string;
  /** Explains why a row may be new although it was not edited. */
  readonly newRowHint?: string;
  /** The advice for an unconfirmed row. */
  readonly unconfirmedAdvice: string;
  /** The help text below the options. */
  readonly help: string;
  /** The example rows of its template. */
  readonly example: Example;
}

import type { SheetRequest } from '../../engine/intake/rowKey.js';
import type { Example } from '../../template/example.js';

/** The words for one operation. */
export interface OperationWords {
  /** What the list of commands and its own help say that it does. */
  readonly description: string;
  /** What each row of the sheet is: "Add one row for each assessment." */
  readonly each: string;
  /** After the number of rows to send, in a plan: "24 to assess". */
  readonly toDo: string;
  /** The participle: "All 24 rows can be assessed". */
  readonly passive: string;
  /**
   * The next step after a check: for a sheet without problems, and for one with some invalid rows.
   */
  readonly doAll: string;
  readonly doRest: string;
  /** The question that confirms a plan: "Assess 24 rows". */
  readonly question: (rows: number) => string;
  /** If there is nothing left to do: "every row is scored". */
  readonly allDone: string;
  /** A request as a person recognises it, in parts, the person first: `Ada Ek`, `Staff ID 7`. */
  readonly describe: (request: SheetRequest) => readonly (string | number)[];
  /** The ID that the service assigns. Without one, a person confirms a row with yes. */
  readonly id?: string;
  /**
   * If the run is confirmed by typing the number of rows: the title of the list, and the question.
   */
  readonly typedConfirmation?: {
    readonly list: string;
    readonly what: (rows: number) => string;
  };
  /** What a duplicate says before the number of the row that it repeats; default "Identical to row". */
  readonly sameAs?: string;
  /** An option sends duplicates, too. */
  readonly sendsDuplicates?: true;
  /** What to do about a rejection, by a part of the service's message. */
  readonly refused?: Readonly<Record<string, string>>;
  /** The message for a finished row whose inputs were changed and that cannot be sent again. */
  readonly changed?: string;
  /** Why a row may be a new case although nobody edited it. */
  readonly newCase?: string;
  /** What to do about an unconfirmed row. */
  readonly unconfirmed: string;
  /** The help text below the options. */
  readonly help: string;
  /** The example rows of its template. */
  readonly example: Example;
}

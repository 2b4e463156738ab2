import type { SheetRequest } from '../../engine/intake/rowKey.js';
import type { Example } from '../../template/example.js';

export interface OperationWords {
  readonly description: string;
  /** "fill in one row for each assessment" */
  readonly rowNoun: string;
  /** "24 to assess" */
  readonly infinitive: string;
  /** "All 24 rows can be assessed" */
  readonly participle: string;
  /** After a check without problems: "Assess the sheet". */
  readonly sendAllStep: string;
  /** After a check that found invalid rows: "Or assess only the valid rows". */
  readonly sendValidStep: string;
  /** "Assess 24 rows" */
  readonly action: (rows: number) => string;
  /** "every row is scored" */
  readonly allDonePhrase: string;
  /** Returns the person or assessment first: `Ada Ek`, `ada@example.com`. */
  readonly describe: (request: SheetRequest) => readonly (string | number)[];
  /** Missing if the service assigns no ID. */
  readonly idNoun?: string;
  /** If set, the user must type the number of people instead of yes. */
  readonly typedConfirmation?: {
    readonly listTitle: string;
    /** "the access of 3 people" */
    readonly removal: (rows: number) => string;
  };
  /** The default is "Identical to row". */
  readonly duplicatePrefix?: string;
  readonly canSendDuplicates?: boolean;
  /** Each key is a part of the service's message. */
  readonly rejectionAdvice?: Readonly<Record<string, string>>;
  /** The message for a finished row that cannot be sent again, although its inputs were changed. */
  readonly changedMessage?: string;
  /** Explains why the status of a row may be unproven although the row was not edited. */
  readonly newRowHint?: string;
  readonly unconfirmedAdvice: string;
  readonly help: string;
  readonly example: Example;
}

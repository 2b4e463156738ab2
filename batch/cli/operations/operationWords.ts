import type { SheetRequest } from '../../engine/intake/rowKey.js';
import type { Example } from '../template/example.js';

/** How an operation is spoken of. */
export interface OperationWords {
  /** What each row of the sheet is: "Add one row for each assessment." */
  readonly each: string;
  /** How a plan counts what is to do: "24 to assess". */
  readonly toDo: string;
  /** What becomes of a row that is right: "All 24 rows can be assessed". */
  readonly passive: string;
  /** What comes after a check: "Assess the sheet", and when some rows have problems. */
  readonly doAll: string;
  readonly doRest: string;
  /** The question before it is done, for so many rows: "Assess 24 rows". */
  readonly question: (rows: number) => string;
  /** When all is done: "every row is scored". */
  readonly allDone: string;
  /** A request as a person would know it, in parts, whom it is about first: `Ada Ek`, `Staff ID 7`. */
  readonly describe: (request: SheetRequest) => readonly (string | number)[];
  /** The id that the service makes, for a person who looks it up; without one, they say yes. */
  readonly id?: string;
  /** Where the number of rows is typed: what stands above whom it is about, and what is typed for. */
  readonly typedConfirmation?: {
    readonly list: string;
    readonly what: (rows: number) => string;
  };
  /** What to do about a row that is the same as another. */
  readonly duplicate: string;
  /** What to do about a refusal, by a part of the service's message. */
  readonly refused?: Readonly<Record<string, string>>;
  /** What is said of a row that is done for good, and whose inputs are others now. */
  readonly changed?: string;
  /** How a row comes to be another case without anybody's doing. */
  readonly newCase?: string;
  /** What to do about a row that was sent and never answered. */
  readonly unconfirmed: string;
  /** What its help says below the options. */
  readonly help: string;
  /** What its template shows. */
  readonly example: Example;
}

import { parseCells, parseReference } from '../identity/reference.js';
import { referenceColumn } from '../intake/cellHash.js';
import type { SheetCommand } from '../sheetCommand.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { OwnColumn } from '../intake/headingNames.js';
import type { SheetInputs } from '../intake/sheetInputs.js';
import type { RowFact } from '../journal/facts.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import type { RowDetails, WordedReport } from '../rows/rowReport.js';
import type { Contradiction } from '../rows/rowMessages.js';
import type { RowEnd, RowPorts, RowWork } from '../rows/rowWork.js';
import type { RowStatus, SuccessStatus } from '../intake/statusWords.js';
import type { PlannedRow, RowStatusOptions } from '../rows/rowStatus.js';
import type { ResultColumn, ResultValue } from '../../../sheets/sheet.js';

/** A column of ours, and where its value comes from. */
export interface ReportColumn extends Omit<OwnColumn, 'kind' | 'linkText'>, ResultColumn {
  readonly of: (report: WordedReport) => ResultValue;
  /** Kept in a row that waits for a person, to show what the row was. */
  readonly stays?: boolean;
}

/**
 * One operation of the service for whole sheets: everything that the commands, the intake, the
 * runner and the write-back need to know about it. A new operation needs one more of these, and a
 * file for its command.
 */
export interface SheetOperation extends SheetInputs {
  readonly command: SheetCommand;
  /** Our columns, in the order in which they are added to a sheet. */
  readonly columns: readonly ReportColumn[];
  readonly succeeded: SuccessStatus;
  /** The input that names the person of a row; of a decision, their assessment. */
  readonly subject: string;
  /** What the keys in its journal are hashes of, if it is an id alone. */
  readonly keysAre?: 'employeeId' | 'assessmentId';
  /** The same end state however often it is sent (the contract's effect `repeatable`). */
  readonly repeatable: boolean;
  /** Sends the same rows again and again, each once a round. */
  readonly isInRounds?: boolean;
  /** The operation that made what its rows are about, and whose rows may be in the same sheet. */
  readonly about?: SheetOperation;
  /** Also reports the status of rows that a round skips or has not sent. */
  readonly outside?: SheetOperation;
  /** The least number of requests per row. */
  readonly requestsPerRow: number;
  /** The person who starts it sees the list of people first, and confirms their number. */
  readonly requiresTypedConfirmation?: boolean;
  /** Throws a UsageError when the options name something that the sheet does not have. */
  readonly check?: (rows: readonly IntakeRow[]) => void;
  /**
   * Adds to each row what only all rows and the journal together show. May skip rows that do not
   * concern the operation.
   */
  readonly plan: (
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
    round: CurrentRound,
  ) => readonly PlannedRow[];
  /** Rows that contradict each other, by row number. */
  readonly contradictions?: (rows: readonly IntakeRow[]) => ReadonlyMap<number, Contradiction>;
  /** The status of a row, from the journal and the sheet. */
  readonly status: (
    row: PlannedRow,
    state: RowState | undefined,
    options: RowStatusOptions,
  ) => RowStatus;
  /** All the work on one row. */
  readonly work: (row: RowWork, ports: RowPorts) => Promise<RowEnd>;
  /** The fact of a row that is done according to its cells, for the journal. */
  readonly importedFact?: (row: PlannedRow, state: RowState | undefined, at: string) => RowFact;
  /** The fact that a request took effect, as stated by a person, with the `id` that they gave. */
  readonly tookEffect: (row: string, id: string | undefined, at: string) => RowFact;
  /** The details of a row besides its status. */
  readonly details: (row: PlannedRow, state: RowState | undefined) => RowDetails;
}

/** The columns of every operation: the status of a row, and the message about it. */
export function statusColumns(what: string): readonly [ReportColumn, ReportColumn] {
  return [
    {
      name: 'status',
      heading: `${what} status`,
      kind: 'text',
      widthChars: 14,
      of: ({ status }) => status,
    },
    {
      name: 'message',
      heading: `${what} message`,
      kind: 'text',
      widthChars: 60,
      wraps: true,
      of: ({ message }) => (message === '' ? undefined : message),
    },
  ];
}

/** Returns the column in which rows have their references. */
export function createReferenceColumn(what: string): ReportColumn {
  return {
    name: referenceColumn,
    heading: `${what} reference`,
    kind: 'text',
    // Nobody reads it.
    widthChars: 14,
    looksOurs: (text) => parseCells(text) !== undefined || parseReference(text) !== undefined,
    // It depends on what is written into the other cells: see `SheetCells`.
    of: () => undefined,
  };
}

/** IDs of the service are long, and must be easy to copy. */
export const idChars = 36;

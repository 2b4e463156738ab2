import type { SheetCommand } from './said.js';
import type { IntakeRow } from '../intake/readSheet.js';
import type { OwnColumn } from '../intake/headingNames.js';
import type { SheetInputs } from '../intake/sheetInputs.js';
import type { RowFact } from '../journal/facts.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import type { RowDetails, WordedReport } from '../run/rowReport.js';
import type { Contradiction } from '../run/saidOfRows.js';
import type { RowEnd, RowPorts, RowWork } from '../run/rowWork.js';
import type { PlannedRow, RowStatusOptions, SuccessStatus } from '../run/rowStatus.js';
import type { RowStatus } from '../intake/statusWords.js';
import type { ResultColumn, ResultValue } from '../../../sheets/sheet.js';

/** A column of ours, and where its value comes from. */
export interface ReportColumn extends OwnColumn, ResultColumn {
  readonly of: (report: WordedReport) => ResultValue;
  /** Stays in a row that waits for a person: it says what the row was. */
  readonly stays?: boolean;
}

/**
 * One operation of the service done for whole sheets: everything that the commands, the intake, the
 * runner and the write-back need to know of it. A further operation is one more of these, and a file
 * for its command.
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
  /** Says of the rows that a round leaves out, or has not sent, where they stand. */
  readonly outside?: SheetOperation;
  /** Requests that a row needs at the least. */
  readonly requestsPerRow: number;
  /** Whoever starts it sees first whom it is about, and says how many they are. */
  readonly requiresTypedConfirmation?: boolean;
  /** Throws a UsageError when the options name what the sheet does not have. */
  readonly check?: (rows: readonly IntakeRow[]) => void;
  /**
   * Adds to each row what only shows when all rows and the journal are seen together. Rows that are
   * none of the operation's business may be left out.
   */
  readonly plan: (
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
    round: CurrentRound,
  ) => readonly PlannedRow[];
  /** Rows that contradict each other, by row number. */
  readonly contradictions?: (rows: readonly IntakeRow[]) => ReadonlyMap<number, Contradiction>;
  /** The status of a row, from the journal's knowledge of it and what the sheet says. */
  readonly status: (
    row: PlannedRow,
    state: RowState | undefined,
    options: RowStatusOptions,
  ) => RowStatus;
  /** All the work on one row. */
  readonly work: (row: RowWork, ports: RowPorts) => Promise<RowEnd>;
  /** The fact of a row that is done as its cells say, for the journal to know it too. */
  readonly importedFact?: (row: PlannedRow, state: RowState | undefined, at: string) => RowFact;
  /** The fact that a person states who says that a request took effect; `id` as they know it. */
  readonly tookEffect: (row: string, id: string | undefined, at: string) => RowFact;
  /** What is known of a row besides its status. */
  readonly details: (row: PlannedRow, state: RowState | undefined) => RowDetails;
}

/** The columns that every operation has: where a row stands, and what is to be said of it. */
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

/** Ids of the service are long, and are copied whole. */
export const idChars = 36;

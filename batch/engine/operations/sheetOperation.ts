import type { ResultColumn, ResultValue } from '../../../sheets/sheet.js';
import { parseCells, parseReference } from '../identity/reference.js';
import type { OwnColumn } from '../intake/headingNames.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { SheetInputs } from '../intake/sheetInputs.js';
import { referenceColumn } from '../intake/writtenCells.js';
import type { RowFact } from '../journal/facts.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import type { Contradiction } from '../rows/rowMessages.js';
import type { RowDetails, WordedReport } from '../rows/rowReport.js';
import type { RowStatusOptions } from '../rows/rowStatus.js';
import type { RowEnd, RowPorts } from '../rows/rowWork.js';
import type { SheetCommand, RowStatus, SuccessStatus } from '../sheetCommand.js';
import type { PlannedRow } from '../rows/plannedRow.js';

export interface ReportColumn extends Omit<OwnColumn, 'kind' | 'linkText'>, ResultColumn {
  readonly readValue: (report: WordedReport) => ResultValue;
  /** True if a row that waits for a person keeps the value, to show its former state. */
  readonly isKeptInHeldRow?: boolean;
}

/** See docs/contributing.md for what a new operation needs. */
export interface SheetOperation extends SheetInputs {
  readonly command: SheetCommand;
  /** The columns in the order in which they are added to a sheet. */
  readonly columns: readonly ReportColumn[];
  readonly successStatus: SuccessStatus;
  /** The input that names the person of a row or, for a decision, the assessment. */
  readonly subject: string;
  /** The ID whose hash is the key of a row in the journal; missing if other inputs are hashed. */
  readonly keysAre?: 'employeeId' | 'assessmentId';
  /** The contract's effect `repeatable`: repeated requests lead to the same end state. */
  readonly repeatable: boolean;
  /** True if the operation sends the same rows repeatedly, once per round. */
  readonly isInRounds?: boolean;
  readonly isForNamedRows?: boolean;
  /** The operation that created what the rows are about; its rows may be in the same sheet. */
  readonly about?: SheetOperation;
  /** The operation that decides what the sheet shows about each row after a round. */
  readonly baseOperation?: SheetOperation;
  /** The minimum number of requests per row. */
  readonly requestsPerRow: number;
  /** The person who starts the operation must see the list of people and confirm their number. */
  readonly requiresTypedConfirmation?: boolean;
  /** Throws a UsageError if the options name something that the sheet does not have. */
  readonly check?: (rows: readonly IntakeRow[]) => void;
  /** Adds the facts that depend on all rows and the journal; may skip rows. */
  readonly plan: (
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
    round: CurrentRound,
  ) => readonly PlannedRow[];
  /** Finds rows that contradict each other, by row number. */
  readonly findContradictions?: (rows: readonly IntakeRow[]) => ReadonlyMap<number, Contradiction>;
  readonly status: (
    row: PlannedRow,
    state: RowState | undefined,
    options: RowStatusOptions,
  ) => RowStatus;
  readonly work: (row: PlannedRow, ports: RowPorts) => Promise<RowEnd>;
  /** Returns the fact for the journal of a row that is done according to its cells. */
  readonly toImportedFact?: (row: PlannedRow, state: RowState | undefined, at: string) => RowFact;
  /**
   * Returns the facts that references in the sheet prove and the journal lacks; `at` is the time of
   * facts without a time. Missing for assessments, because `placeSheet` reads their references.
   */
  readonly findProvenFacts?: (
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
    at: string,
  ) => readonly RowFact[];
  /** Returns the fact for a person's confirmation that a request took effect. */
  readonly toEffectFact: (row: string, id: string | undefined, at: string) => RowFact;
  readonly details: (row: PlannedRow, state: RowState | undefined) => RowDetails;
}

export function createStatusColumns(headingStart: string): readonly [ReportColumn, ReportColumn] {
  return [
    {
      name: 'status',
      heading: `${headingStart} status`,
      kind: 'text',
      widthChars: 14,
      readValue: ({ status }) => status,
    },
    {
      name: 'message',
      heading: `${headingStart} message`,
      kind: 'text',
      widthChars: 60,
      wraps: true,
      readValue: ({ message }) => (message === '' ? undefined : message),
    },
  ];
}

export function createReferenceColumn(headingStart: string): ReportColumn {
  return {
    name: referenceColumn,
    heading: `${headingStart} reference`,
    kind: 'text',
    // People do not read this column.
    widthChars: 14,
    looksOurs: (text) => parseCells(text) !== undefined || parseReference(text) !== undefined,
    // The value depends on the other cells that are written: see `SheetCells`.
    readValue: () => undefined,
  };
}

/** The service's IDs are long and must be easy to copy. */
export const idChars = 36;

/** Adapts an operation to a node, which keeps no journal: reads a person's decision from cells. */
export function toNodeOperation(operation: SheetOperation): SheetOperation {
  const { baseOperation } = operation;
  return {
    ...operation,
    readsLoneMessages: true,
    ...(baseOperation === undefined ? {} : { baseOperation: toNodeOperation(baseOperation) }),
  };
}

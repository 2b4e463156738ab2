import type { SheetFile } from '../../../sheets/sheet.js';
import { isLeftOut } from '../intake/skippedRows.js';
import type { IntakeOptions } from '../intake/intakeOptions.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import { type Intake, readSheet, type RowListener } from '../intake/readSheet.js';
import type { JournalState } from '../journal/journalState.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { PlannedRow, RowStatusOptions } from '../rows/rowStatus.js';
import { markOtherAssessments } from './otherAssessments.js';
import { planSheet } from './planSheet.js';
import type { SentElsewhere } from './runMessages.js';
import type { RunStorage } from './runStorage.js';
import { asSentElsewhere } from './sentBefore.js';
import { blockSentElsewhere } from './sentElsewhere.js';
import { type KnownSheet, withJournal } from './withJournal.js';

interface ReadOptions {
  readonly operation: SheetOperation;
  readonly intake: IntakeOptions;
  /** The base URL of the service; undefined without a journal, for commands that send nothing. */
  readonly service: string | undefined;
  /** The journal of the assessments that the rows are about; missing for other rows. */
  readonly assessments: JournalState | undefined;
  readonly requestsElsewhere?: RunStorage['requestsElsewhere'];
}

/** Reads the rows of a sheet, hashed as in its journal, and finds those that other journals contain. */
export async function readRows(
  file: SheetFile,
  journal: KnownSheet,
  options: ReadOptions,
  hear?: RowListener,
): Promise<Intake> {
  const { intake, service, requestsElsewhere } = options;
  const found = await readSheet(file, withJournal(intake, journal, service), hear);
  const rows = await markOtherAssessments(file, found, options);
  if (requestsElsewhere === undefined) return { ...found, rows };
  return { ...found, rows: asSentElsewhere(rows, journal.states, requestsElsewhere) };
}

export interface PlanOptions extends RowStatusOptions {
  readonly operation: SheetOperation;
  readonly intake: Pick<IntakeOptions, 'visibleOnly'>;
  readonly round: CurrentRound;
  /** Rows that were sent from other sheets, by row number. */
  readonly sentElsewhere?: ReadonlyMap<number, SentElsewhere> | undefined;
  /** True if a person confirmed that sheets of other services do not count. */
  readonly isIgnoring: boolean;
}

/** The plan of a sheet: the rows of the next run, and the hidden rows that it skips. */
export interface SheetPlan {
  readonly rows: readonly PlannedRow[];
  readonly leftOut: readonly PlannedRow[];
}

/** Plans the rows of a sheet for the next run. */
export function planRead(
  read: readonly IntakeRow[],
  journal: Pick<KnownSheet, 'states' | 'state'>,
  { operation, round, intake, sentElsewhere, ...options }: PlanOptions,
): SheetPlan {
  const plan = planSheet(operation, read, journal.states, round);
  const all = blockSentElsewhere(plan, sentElsewhere, journal, { operation, ...options });
  return {
    rows: all.filter((row) => !isLeftOut(row, intake)),
    leftOut: all.filter((row) => isLeftOut(row, intake)),
  };
}

/** Returns the rows that the operation would send now. */
export function unsentRows(
  rows: readonly PlannedRow[],
  journal: Pick<KnownSheet, 'state'>,
  { operation, ...options }: RowStatusOptions & { readonly operation: SheetOperation },
): readonly PlannedRow[] {
  return rows.filter(
    (row) => operation.status(row, journal.state(row.key), options) === 'Not sent',
  );
}

/**
 * Returns the rows to send that are sent for the first time, for an operation that must not be sent
 * twice.
 */
export function firstTimeRows(
  unsent: readonly PlannedRow[],
  { repeatable, isInRounds = false }: Pick<SheetOperation, 'repeatable' | 'isInRounds'>,
): readonly PlannedRow[] {
  return repeatable || isInRounds ? [] : unsent;
}

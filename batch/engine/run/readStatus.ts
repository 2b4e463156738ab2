import { isLeftOut } from '../intake/hiddenRows.js';
import { type IntakeOptions } from '../intake/intakeOptions.js';
import { type Intake, type IntakeRow, readSheet } from '../intake/readSheet.js';
import type { HashOf } from '../intake/rowKey.js';
import { readJournal } from '../journal/readJournal.js';
import type { Round } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { openSheet } from '../../../sheets/files/open.js';
import { rowsBeyond } from './importSheet.js';
import { journalLeftBehind, type LeftBehind } from './leftBehind.js';
import { planSheet } from './planSheet.js';
import { reportOn } from './reportOn.js';
import { type RowReport } from './rowReport.js';
import { asSentBefore } from './sentBefore.js';
import type { PlannedRow } from './standing.js';

/** A sheet and what its journal knows of it, for commands that send nothing. */
export interface SheetStatus extends Pick<Intake, 'columnProblems' | 'isToldByColumn'> {
  readonly sheet: string;
  readonly headerRow: number;
  /** Base URL of the service that the journal belongs to. */
  readonly service: string | undefined;
  readonly rows: readonly { readonly planned: PlannedRow; readonly report: RowReport }[];
  /** Hidden rows that are not meant. */
  readonly leftOut: readonly PlannedRow[];
  readonly states: ReadonlyMap<string, RowState>;
  /** How the journal hashes requests and people. */
  readonly hashOf: HashOf;
  /** The journal that the sheet left behind when it was renamed. */
  readonly leftBehind?: LeftBehind | undefined;
  /** The latest round of re-assessments. */
  readonly round: Round | undefined;
  /** Rows that show results of which the journal does not know: it is older than the sheet. */
  readonly beyond: readonly IntakeRow[];
  /** The rows as they were read, without the journal's knowledge. */
  readonly intakeRows: readonly IntakeRow[];
}

/** Reads a sheet and its journal, without a lock and without a change. */
export async function readStatus(
  path: string,
  journal: string,
  operation: SheetOperation,
  intakeOptions: IntakeOptions,
): Promise<SheetStatus> {
  const file = await openSheet(path);
  try {
    const { known } = await readJournal(journal);
    const { states, rounds, service } = known;
    const intake = await readSheet(file, {
      ...intakeOptions,
      knownColumns: known.columns,
      hashOf: known.hashOf,
    });
    const intakeRows = asSentBefore(intake.rows, states);
    const { number = 1, ...times } = rounds.at(-1) ?? {};
    const round = { number, ...times, nowMs: Date.now() };
    const all = planSheet(operation, intakeRows, states, round);
    const leftOut = all.filter((row) => isLeftOut(row, intakeOptions));
    const meant = all.filter((row) => !isLeftOut(row, intakeOptions));
    const rows = meant.map((planned) => ({
      planned,
      report: reportOn(operation, planned, states.get(planned.key), { sendDuplicates: false }),
    }));
    const isOld = service !== undefined && !operation.repeatable;
    const beyond = isOld ? rowsBeyond(intakeRows, known) : [];
    const { sheet, headerRow, columnProblems, isToldByColumn } = intake;
    const told = { sheet, headerRow, columnProblems, isToldByColumn, leftOut };
    const { hashOf } = known;
    const leftBehind =
      service === undefined ? await journalLeftBehind(journal, intake.rows) : undefined;
    const journalled = { service, states, hashOf, beyond, round: rounds.at(-1) };
    return { ...told, ...journalled, leftBehind, rows, intakeRows };
  } finally {
    await file.close();
  }
}

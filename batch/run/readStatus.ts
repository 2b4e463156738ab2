import { type IntakeOptions, type IntakeRow, readSheet } from '../intake/readSheet.js';
import { readJournal } from '../journal/readJournal.js';
import type { Round } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { openSheet } from '../sheets/open.js';
import { reportOn, type RowReport } from './rowReport.js';
import type { PlannedRow } from './standing.js';

/** A sheet and what its journal knows of it, for commands that send nothing. */
export interface SheetStatus {
  readonly sheet: string;
  readonly headerRow: number;
  /** Base URL of the service that the journal belongs to. */
  readonly service: string | undefined;
  readonly rows: readonly { readonly planned: PlannedRow; readonly report: RowReport }[];
  readonly states: ReadonlyMap<string, RowState>;
  /** The latest round of re-assessments. */
  readonly round: Round | undefined;
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
    const { states, rounds, columns, service } = await readJournal(journal);
    const intake = await readSheet(file, { ...intakeOptions, knownColumns: columns });
    const { number = 1, ...times } = rounds.at(-1) ?? {};
    const round = { number, ...times, nowMs: Date.now() };
    const rows = operation.plan(intake.rows, states, round).map((planned) => ({
      planned,
      report: reportOn(operation, planned, states.get(planned.key), { sendDuplicates: false }),
    }));
    const { sheet, headerRow, rows: intakeRows } = intake;
    return { sheet, headerRow, service, rows, states, intakeRows, round: rounds.at(-1) };
  } finally {
    await file.close();
  }
}

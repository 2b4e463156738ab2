import type { IntakeRow } from '../intake/intakeRow.js';
import type { Message } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { showsNothing } from '../rows/shownStatus.js';
import type { RunOptions } from './runOptions.js';

interface SheetToSend {
  readonly operation: Pick<SheetOperation, 'isInRounds'>;
  readonly sheet: string;
  readonly journal: { readonly path: string; readonly isNew: boolean };
}

interface SheetEvidence extends Partial<Pick<RunOptions, 'roundName' | 'isSandboxRun'>> {
  /** Returns the newest backup or results file; undefined where there are no such files. */
  readonly backupWithoutJournal: (() => string | undefined) | undefined;
}

/**
 * Returns why rows of a sheet without a journal may have been sent before: a run made a backup or a
 * results file, or a round has a name and the sheet shows assessments, of that round or of earlier
 * ones. A run that writes the sheet leaves a journal, even if it sent nothing.
 */
export function withoutJournal(
  { operation, sheet, journal }: SheetToSend,
  rows: readonly IntakeRow[],
  { backupWithoutJournal, roundName: name, isSandboxRun = false }: SheetEvidence,
): Message | undefined {
  if (!journal.isNew) return undefined;
  const isInRounds = operation.isInRounds === true;
  const backup = backupWithoutJournal?.();
  if (backup !== undefined) {
    return { code: 'backupWithoutJournal', sheet, backup, journal: journal.path, isInRounds };
  }
  if (name === undefined || isSandboxRun) return undefined;
  return rows.every(({ previous }) => showsNothing(previous))
    ? undefined
    : { code: 'roundWithoutJournal', sheet, round: name, journal: journal.path };
}

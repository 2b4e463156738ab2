import type { IntakeRow } from '../intake/intakeRow.js';
import type { Journal } from '../journal/journal.js';
import type { JournalState } from '../journal/journalState.js';
import type { Message } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { showsNothing } from '../rows/shownStatus.js';
import type { RunOptions } from './runOptions.js';

interface SheetAndJournal {
  readonly operation: Pick<SheetOperation, 'isInRounds' | 'repeatable'>;
  readonly sheet: string;
  readonly journal: { readonly path: string; readonly isNew: boolean };
  readonly known: Pick<Journal | JournalState, 'state' | 'findKeyById' | 'rounds'>;
}

interface SheetEvidence extends Partial<Pick<RunOptions, 'roundName' | 'isSandboxRun'>> {
  /** Returns the newest backup or results file; undefined where there are no such files. */
  readonly backupWithoutJournal: (() => string | undefined) | undefined;
}

/**
 * Returns why the journal of a sheet with rows to send seems to be lost: they may have been sent before.
 * Either there is none, but a run made a backup or a results file: a run that writes the sheet leaves a
 * journal, even if it sent nothing. Or the round has a name, the journal knows no round, and the sheet
 * shows assessments that the journal did not send, of that round or of earlier ones.
 */
export function lostJournalRefusal(
  { operation, sheet, journal, known }: SheetAndJournal,
  rows: readonly IntakeRow[],
  { backupWithoutJournal, roundName: round, isSandboxRun = false }: SheetEvidence,
): Message | undefined {
  if (operation.repeatable) return undefined;
  const { path, isNew } = journal;
  const isInRounds = operation.isInRounds === true;
  const backup = isNew ? backupWithoutJournal?.() : undefined;
  if (backup !== undefined) {
    return { code: 'backupWithoutJournal', sheet, backup, journal: path, isInRounds };
  }
  if (round === undefined || isSandboxRun || known.rounds.length > 0) return undefined;
  const isOfOthers = ({ previous }: IntakeRow) => {
    if (showsNothing(previous)) return false;
    const key = known.findKeyById(previous?.id ?? '');
    return key === undefined ? isNew : known.state(key)?.sentAt === undefined;
  };
  if (!rows.some(isOfOthers)) return undefined;
  return { code: 'roundWithoutJournal', sheet, round, journal: path, isNew };
}

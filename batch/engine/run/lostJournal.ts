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
  /** Returns the newest backup or results file; undefined if there is none. */
  readonly backupWithoutJournal: (() => string | undefined) | undefined;
}

/**
 * Returns why the journal of a sheet with rows to send seems to be lost, so that rows may be sent
 * again. Either it does not exist, but a run created a backup or a results file: a run that writes
 * the sheet leaves a journal, even if it sent nothing. Or the round has a name, the journal
 * contains no round, and the sheet shows assessments of that round or earlier ones that the journal
 * did not send.
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

import type { IntakeRow } from '../intake/intakeRow.js';
import { type JournalState, findDisownedIds } from '../journal/journalState.js';
import type { Message } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { LeftBehind } from './runMessages.js';
import type { Journal } from '../journal/journal.js';
import { showsNothing, hasResults } from '../rows/shownStatus.js';
import type { RunOptions } from './runOptions.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import { RecordedInputs } from '../rows/placeSheet.js';

interface JournalCheck {
  readonly operation: SheetOperation;
  readonly sheet: string;
  readonly journal: {
    readonly path: string;
    /** True if a person named the journal, so it is not the sheet's own journal. */
    readonly isNamed: boolean;
    readonly isNew: boolean;
  };
  readonly known: Pick<JournalState, 'states' | 'computeHash' | 'findKeyById'>;
  readonly findLeftBehind: () => Promise<LeftBehind | undefined>;
}

export interface JournalRefusal {
  readonly refusal?: Message | undefined;
  readonly leftBehind?: LeftBehind | undefined;
  /** Rows that prove that the journal is older than the sheet. */
  readonly missingFromJournal: readonly IntakeRow[];
}

/** A repeatable operation is never refused. */
export async function findJournalRefusal(
  { operation, sheet, journal, known, ...journalled }: JournalCheck,
  sentBefore: readonly IntakeRow[],
): Promise<JournalRefusal> {
  if (operation.repeatable) return { missingFromJournal: [] };
  const leftBehind = await journalled.findLeftBehind();
  if (leftBehind !== undefined) {
    const refusal: Message = { code: 'otherJournalKnowsRows', ...leftBehind };
    return { refusal, leftBehind, missingFromJournal: [] };
  }
  const missingFromJournal = findRowsMissingFromJournal(operation, sentBefore, known);
  if (journal.isNew) {
    const shown = sentBefore.filter(({ previous }) => (previous?.id ?? '') !== '');
    return {
      refusal: journal.isNamed ? createNamedJournalRefusal(sheet, journal.path, shown) : undefined,
      missingFromJournal: [],
    };
  }
  if (missingFromJournal.length === 0) return { missingFromJournal };
  const rows = missingFromJournal.map(({ number }) => number);
  const about = { rows, operation: operation.command, sheet };
  return { missingFromJournal, refusal: { code: 'journalOlderThanSheet', ...about } };
}

/**
 * A sheet with results has another journal, which may also contain rows that were sent and are no
 * longer in the sheet.
 */
function createNamedJournalRefusal(
  sheet: string,
  journal: string,
  [first, ...others]: readonly IntakeRow[],
): Message | undefined {
  if (first === undefined) return undefined;
  const rows = { rows: others.length + 1, firstRow: first.number };
  return { code: 'namedJournalIsNew', sheet, journal, ...rows };
}

interface LostJournalCheck {
  readonly operation: Pick<SheetOperation, 'isInRounds' | 'isForNamedRows' | 'repeatable'>;
  readonly sheet: string;
  readonly journal: { readonly path: string; readonly isNew: boolean };
  readonly known: Pick<Journal | JournalState, 'state' | 'findKeyById' | 'rounds'>;
}

interface SheetEvidence extends Partial<Pick<RunOptions, 'roundName' | 'isSandboxRun'>> {
  readonly isNewRound?: boolean;
  /**
   * Undefined for the sandbox, and if journals are not files beside the sheet, which could be lost
   * separately.
   */
  readonly findBackupWithoutJournal: (() => string | undefined) | undefined;
}

/**
 * A run that writes the sheet leaves a journal, even if it sent nothing, so a backup without a
 * journal shows that the journal is lost. A round is also refused if the journal has no round
 * although the sheet shows assessments that the journal does not record as sent, or if the latest
 * round may be incomplete because an older journal was put back.
 */
export function findLostJournalRefusal(
  { operation, sheet, journal, known }: LostJournalCheck,
  rows: readonly IntakeRow[],
  { findBackupWithoutJournal, roundName: round, isNewRound, isSandboxRun }: SheetEvidence,
): Message | undefined {
  if (operation.repeatable) return undefined;
  const { path, isNew } = journal;
  const isInRounds = operation.isInRounds === true;
  const backup = isNew ? findBackupWithoutJournal?.() : undefined;
  if (backup !== undefined) {
    return { code: 'backupWithoutJournal', sheet, backup, journal: path, isInRounds };
  }
  if (!isInRounds || isNewRound === true || isSandboxRun === true) return undefined;
  const isOnDisk = findBackupWithoutJournal !== undefined;
  const latest = known.rounds.at(-1);
  const mayLackRounds = isOnDisk && latest?.mayBeIncomplete === true;
  if (latest !== undefined && !mayLackRounds) return undefined;
  const isChosen = !isOnDisk || operation.isForNamedRows === true;
  if (round === undefined && isChosen) return undefined;
  const wasSentWithOtherJournal = ({ previous }: IntakeRow) => {
    if (showsNothing(previous)) return false;
    const key = known.findKeyById(previous?.id ?? '');
    return key === undefined ? isNew : known.state(key)?.sentAt === undefined;
  };
  if (!mayLackRounds && !rows.some(wasSentWithOtherJournal)) return undefined;
  return { code: 'roundWithoutJournal', sheet, round, journal: path, isNew };
}

export interface KnownRows {
  readonly states: ReadonlyMap<string, RowState>;
  readonly findKeyById: (id: string) => string | undefined;
}

/**
 * A run writes the journal before the sheet, so rows that only the sheet contains prove that an
 * older journal was restored. A run with that journal could send rows again.
 */
export function findRowsMissingFromJournal(
  { toImportedFact }: Pick<SheetOperation, 'toImportedFact'>,
  rows: readonly IntakeRow[],
  known: KnownRows,
): IntakeRow[] {
  const disowned = findDisownedIds(known.states);
  const isKnown = (id: string) => known.findKeyById(id) !== undefined || disowned.has(id);
  if (toImportedFact !== undefined)
    return rows.filter((row) => isDoneOnlyInSheet(row, known, isKnown));
  let records: RecordedInputs | undefined;
  return rows.filter(({ previous }) => {
    const { shown: reference, id = '' } = previous ?? {};
    if (reference?.isOfThisJournal !== true) return false;
    if (reference.assessment === 'own') return !isKnown(id);
    records ??= new RecordedInputs(known.states);
    return !records.has(reference);
  });
}

function isDoneOnlyInSheet(
  { key, previous }: IntakeRow,
  { states }: KnownRows,
  isKnown: (id: string) => boolean,
): boolean {
  if (previous === undefined) return false;
  const { id, shown } = previous;
  if (shown?.isOfThisJournal === true && !states.has(shown.person)) return true;
  if (id === '' || !hasResults(previous)) return false;
  const own = states.get(key);
  if (own?.state === 'Forgotten' || isKnown(id)) return false;
  // If the journal contains the row as sent, or a person has decided that its results do not count,
  // the journal is not older than the sheet.
  return own === undefined || !(isUnconfirmed(own) || own.byPerson === true);
}

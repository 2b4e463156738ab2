import type { IntakeRow } from '../intake/intakeRow.js';
import type { JournalState } from '../journal/journalState.js';
import type { Message } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { findRowsMissingFromJournal } from './rowsMissingFromJournal.js';
import type { LeftBehind } from './runMessages.js';

/** A sheet and the journal that is used for it. */
interface Journalled {
  readonly operation: SheetOperation;
  readonly sheet: string;
  readonly journal: {
    readonly path: string;
    /** True if a person has named the journal, so it is not the sheet's own. */
    readonly isNamed: boolean;
    /** True if the journal does not exist yet. */
    readonly isNew: boolean;
  };
  readonly known: Pick<JournalState, 'states' | 'hashOf' | 'findKeyById'>;
  /** Finds journals beside the sheet that contain more. */
  readonly leftBehind: () => Promise<LeftBehind | undefined>;
}

/** Why nothing may be sent with a journal. */
export interface JournalRefusal {
  /** The reason; undefined if the journal may be used. */
  readonly refusal?: Message | undefined;
  /** Journals that contain more than the one in use. */
  readonly leftBehind?: LeftBehind | undefined;
  /** Rows with results that the journal does not contain, so it is older than the sheet. */
  readonly beyond: readonly IntakeRow[];
}

/**
 * Returns why nothing may be sent with this journal, because rows might be sent again. A repeatable
 * operation is never refused.
 */
export async function journalRefusal(
  { operation, sheet, journal, known, ...journalled }: Journalled,
  sentBefore: readonly IntakeRow[],
): Promise<JournalRefusal> {
  if (operation.repeatable) return { beyond: [] };
  const leftBehind = await journalled.leftBehind();
  if (leftBehind !== undefined) {
    const refusal: Message = { code: 'otherJournalKnowsRows', ...leftBehind };
    return { refusal, leftBehind, beyond: [] };
  }
  const beyond = findRowsMissingFromJournal(operation, sentBefore, known);
  if (journal.isNew) {
    const shown = sentBefore.filter(({ previous }) => (previous?.id ?? '') !== '');
    return {
      refusal: journal.isNamed ? namedAndNew(sheet, journal.path, shown) : undefined,
      beyond: [],
    };
  }
  if (beyond.length === 0) return { beyond };
  const rows = beyond.map(({ number }) => number);
  const about = { rows, operation: operation.command, sheet };
  return { beyond, refusal: { code: 'journalOlderThanSheet', ...about } };
}

/**
 * Returns why a new journal cannot be used for a sheet that shows results: another journal contains
 * these rows, and perhaps more that were sent and are not in the sheet.
 */
function namedAndNew(
  sheet: string,
  journal: string,
  [first, ...others]: readonly IntakeRow[],
): Message | undefined {
  if (first === undefined) return undefined;
  const rows = { rows: others.length + 1, firstRow: first.number };
  return { code: 'namedJournalIsNew', sheet, journal, ...rows };
}

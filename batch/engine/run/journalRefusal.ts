import type { IntakeRow } from '../intake/intakeRow.js';
import type { JournalState } from '../journal/journalState.js';
import type { Message } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { rowsBeyond } from './rowsBeyond.js';
import type { LeftBehind } from './runMessages.js';

/** A sheet and the journal that is used for it. */
interface Journalled {
  readonly operation: SheetOperation;
  readonly sheet: string;
  readonly journal: {
    readonly path: string;
    /** It is not the sheet's own: a person has named it. */
    readonly isNamed: boolean;
    /** It does not exist yet. */
    readonly isNew: boolean;
  };
  readonly known: Pick<JournalState, 'states' | 'hashOf' | 'findKeyById'>;
  /** Looks for journals beside the sheet that contain more. */
  readonly leftBehind: () => Promise<LeftBehind | undefined>;
}

/** Why nothing may be sent with a journal. */
export interface JournalRefusal {
  /** The reason; undefined if it may be used. */
  readonly refusal?: Message | undefined;
  /** Journals that contain more than the one in use. */
  readonly leftBehind?: LeftBehind | undefined;
  /** Rows that show results that the journal does not contain: it is older than the sheet. */
  readonly beyond: readonly IntakeRow[];
}

/** Whether rows could be sent again with this journal; for a repeatable operation they may be. */
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
  const beyond = rowsBeyond(operation, sentBefore, known);
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
 * Why a new journal cannot be used that was named for a sheet that shows results: another journal knows
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

import type { IntakeRow } from '../intake/intakeRow.js';
import type { SheetFiles } from '../journal/files.js';
import type { JournalState } from '../journal/journalState.js';
import { namedAndNew } from '../journal/ownJournal.js';
import type { Message } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { rowsBeyond } from './importSheet.js';
import type { LeftBehind } from './runMessages.js';

/** A sheet and the journal that is used for it. */
interface Journalled {
  readonly operation: SheetOperation;
  readonly sheet: string;
  readonly files: Pick<SheetFiles, 'journal' | 'ownJournal' | 'lock'>;
  readonly known: Pick<JournalState, 'states' | 'hashOf' | 'keyOfId'>;
  /** There is no such journal yet. */
  readonly isNew: boolean;
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
  { operation, sheet, files, known, isNew, ...journalled }: Journalled,
  sentBefore: readonly IntakeRow[],
): Promise<JournalRefusal> {
  if (operation.repeatable) return { beyond: [] };
  const leftBehind = await journalled.leftBehind();
  if (leftBehind !== undefined) {
    const refusal: Message = { code: 'otherJournalKnowsRows', ...leftBehind };
    return { refusal, leftBehind, beyond: [] };
  }
  const beyond = rowsBeyond(sentBefore, known);
  if (isNew) {
    return { refusal: namedAndNew(sheet, files, beyond), beyond: [] };
  }
  if (beyond.length === 0) return { beyond };
  const rows = beyond.map(({ number }) => number);
  const about = { rows, operation: operation.command, sheet };
  return { beyond, refusal: { code: 'journalOlderThanSheet', ...about } };
}

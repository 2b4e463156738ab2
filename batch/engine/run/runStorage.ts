import { openSheet } from '../../../sheets/files/open.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { SheetFiles } from '../journal/files.js';
import type { Journal } from '../journal/journal.js';
import { openJournal } from '../journal/openJournal.js';
import type { Lock } from '../journal/lock.js';
import { lockSheet } from '../journal/sheetLock.js';
import { journalLeftBehind } from './leftBehind.js';
import type { LeftBehind } from './runMessages.js';

/** Where a run finds its sheet and its journal. */
export interface RunStorage {
  /** Opens the sheet as it is now. Throws a SheetError. */
  readonly openSheet: () => Promise<SheetFile>;
  /** Takes the locks of a run. Throws a SheetInUse when another run has them. */
  lock(): Promise<Lock>;
  /** Reads the journal. Throws a UsageError when it cannot be used. */
  openJournal(lock: Lock): Promise<Journal>;
  /** Looks for journals that contain more of these rows than the one in use. */
  leftBehind(rows: readonly IntakeRow[], journal: Journal): Promise<LeftBehind | undefined>;
}

/** A sheet on the disk, and the files beside it. */
export function onDisk(
  sheet: string,
  files: SheetFiles,
  { service, now }: { readonly service: string; readonly now: () => number },
): RunStorage {
  return {
    openSheet: () => openSheet(sheet),
    lock: () => lockSheet(sheet, files, now),
    openJournal: (lock) => openJournal(files.journal, service, now, lock, sheet),
    leftBehind: (rows, journal) => journalLeftBehind(files, rows, journal, service),
  };
}

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { draftsOf, removeDrafts } from '../../../sheets/files/draft.js';
import { isSameFile } from '../files/sameFile.js';
import { parseBackupName } from '../files/madeBeside.js';
import { UsageError } from '../errors.js';
import type { SheetFiles } from './files.js';
import { assertJournalNamed } from './namedJournal.js';
import { refuseOtherJournal } from './ownJournal.js';
import type { Lock } from './heldLock.js';
import { refuseHeld, takeLock } from './lock.js';
import { claimsBeside, UnwritableLock } from './lockFile.js';

/**
 * Takes the locks for a run that sends from a sheet: of the sheet, whichever journal was named for
 * it, and of the journal, whichever sheets use it. Removes what killed runs left of either. Throws
 * a SheetInUse when another run is using one of them, and a UsageError for a sheet with a second
 * name or another journal.
 */
export async function lockSheet(
  sheet: string,
  files: SheetFiles,
  now: () => number,
): Promise<Lock> {
  refuseSecondNames(sheet);
  const { lock, journalLock } = files;
  if (lock === journalLock) {
    assertJournalNamed(sheet, files);
    const taken = await takeLock(lock, now, 'sheet', sheet);
    removeLeftovers(sheet, files);
    return taken;
  }
  // Always in the same order, so that two runs cannot block each other.
  const wanted = [
    { path: lock, take: () => lockAnywhere(sheet, lock, now) },
    { path: journalLock, take: () => takeLock(journalLock, now, 'journal', sheet) },
  ].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const taken: Lock[] = [];
  const release = async () => {
    for (const each of taken.toReversed()) await each.release();
  };
  try {
    for (const { take } of wanted) taken.push(await take());
    // While the sheet is locked, no other run creates a journal beside it.
    await refuseOtherJournal(sheet, files);
  } catch (error) {
    await release();
    throw error;
  }
  removeLeftovers(sheet, files);
  return {
    release,
    lost: () => taken.map((each) => each.lost()).find((said) => said !== undefined),
  };
}

/**
 * Deletes the drafts of killed runs for the sheet and its journal, which contain everything, and what they
 * were about to send. While this run has the lock, nobody else writes any.
 */
function removeLeftovers(sheet: string, { journal, ownJournal, lock }: SheetFiles): void {
  const claims = claimsBeside(lock);
  const files = new Set([realpathSync(sheet), journal, ownJournal, claims]);
  removeDrafts([claims, ...[...files].flatMap(draftsOf)]);
}

/** A sheet in a folder that may not be written to is locked for this machine, in its folder for such. */
async function lockAnywhere(sheet: string, lock: string, now: () => number): Promise<Lock> {
  try {
    return await takeLock(lock, now, 'sheet', sheet);
  } catch (error) {
    if (!(error instanceof UnwritableLock)) throw error;
    refuseHeld(lock, now);
    const { dev, ino } = statSync(sheet, { bigint: true });
    return takeLock(join(tmpdir(), `rwa-${dev}-${ino}.lock`), now, 'sheet', sheet);
  }
}

/**
 * The journal stands beside one name of a sheet, and writing results gives that name a file of its
 * own: under a second name (a hard link) everything would be sent once more.
 */
function refuseSecondNames(sheet: string): void {
  const own = statSync(sheet, { bigint: true });
  const { nlink } = own;
  if (nlink <= 1n) return;
  const { dir, base } = parse(realpathSync(sheet));
  // A run that was killed while it replaced the sheet leaves its backup as one.
  const backups = readdirSync(dir).filter((each) => {
    const made = parseBackupName(join(dir, each));
    if (made?.kind !== 'backup' || made.file !== join(dir, base)) return false;
    return isSameFile(own, statSync(join(dir, each), { bigint: true, throwIfNoEntry: false }));
  });
  if (nlink - BigInt(backups.length) <= 1n) return;
  throw new UsageError({
    code: 'sheetHasSecondName',
    ...{ sheet, journal: `${base}.rwa-journal.jsonl` },
  });
}

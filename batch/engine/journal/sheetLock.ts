import { readdirSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { draftsOf, removeDrafts } from '../../../sheets/files/draft.js';
import { madeBeside } from '../files/madeBeside.js';
import { UsageError } from '../errors.js';
import type { SheetFiles } from './files.js';
import { refuseOtherJournal } from './ownJournal.js';
import { type Lock, refuseHeld, takeLock } from './lock.js';
import { UnwritableLock } from './lockFile.js';

/**
 * Takes all that a run must hold that sends from a sheet: the sheet, whatever journal was named for
 * it, and the journal, whatever sheets use it; and removes what killed runs left of either. Throws a
 * SheetInUse when another run has one of them, and a UsageError for a sheet with a second name or
 * another journal.
 */
export async function lockSheet(
  sheet: string,
  files: SheetFiles,
  now: () => number,
): Promise<Lock> {
  refuseSecondNames(sheet);
  const { lock, journalLock } = files;
  if (lock === journalLock) {
    const taken = await takeLock(lock, now, 'sheet', sheet);
    removeLeftovers(sheet, files);
    return taken;
  }
  // All in the same order, so that of runs that meet one goes on.
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
    // With the sheet held, no other run begins a journal beside it.
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
 * Deletes what a killed run was about to put in place of the sheet or its journal: it has everything in
 * it. While the lock is held nobody else is about to.
 */
function removeLeftovers(sheet: string, { journal, ownJournal }: SheetFiles): void {
  const files = new Set([realpathSync(sheet), journal, ownJournal]);
  removeDrafts([...files].flatMap(draftsOf));
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
  const { nlink, ino, dev } = statSync(sheet, { bigint: true });
  if (nlink <= 1n) return;
  const { dir, base } = parse(realpathSync(sheet));
  // A run that was killed while it replaced the sheet leaves its backup as one.
  const backups = readdirSync(dir).filter((each) => {
    const made = madeBeside(join(dir, each));
    if (made?.kind !== 'backup' || made.file !== join(dir, base)) return false;
    const found = statSync(join(dir, each), { bigint: true, throwIfNoEntry: false });
    return found?.ino === ino && found.dev === dev;
  });
  if (nlink - BigInt(backups.length) <= 1n) return;
  throw new UsageError({
    code: 'sheetHasSecondName',
    ...{ sheet, journal: `${base}.rwa-journal.jsonl` },
  });
}

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { findDrafts, removeDrafts } from '../../../sheets/files/draft.js';
import { isSameFile } from '../files/fileSystem.js';
import { parseCopyName } from '../files/backups.js';
import { SheetInUse, UsageError } from '../errors.js';
import type { Message } from '../message.js';
import type { SheetFiles } from './sheetFiles.js';
import { assertJournalNamed, refuseOtherJournal } from './ownJournal.js';
import type { Lock } from './journalStore.js';
import { assertNotHeld, takeLock, toClaimsPath, UnwritableLock } from './lock.js';

/**
 * Locks the sheet whatever its journal, and the journal whatever its sheet. Throws like {@link
 * takeLock}, and a UsageError for a sheet with a second name or another journal.
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
  // Take the locks in the same order everywhere, so that two runs cannot block each other.
  const wanted = [
    { path: lock, take: () => lockSheetFile(sheet, lock, now) },
    { path: journalLock, take: () => takeLock(journalLock, now, 'journal', sheet) },
  ].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const taken: Lock[] = [];
  const release = async () => {
    for (const held of taken.toReversed()) await held.release();
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
    findLoss: () => taken.map((held) => held.findLoss()).find((message) => message !== undefined),
  };
}

/** Throws like {@link lockSheet}, but takes no lock and changes nothing. */
export async function lockForDryRun(sheet: string, files: SheetFiles): Promise<Lock> {
  refuseSecondNames(sheet);
  assertNotInUse(files);
  await refuseOtherJournal(sheet, files);
  return { findLoss: () => undefined, release: () => Promise.resolve() };
}

/** Throws a SheetInUse, or an OperatingError for a lock that needs attention. */
export function assertNotInUse({
  lock,
  journalLock,
}: Pick<SheetFiles, 'lock' | 'journalLock'>): void {
  assertNotHeld(lock, Date.now);
  if (journalLock !== lock) assertNotHeld(journalLock, Date.now, 'journal');
}

/** Ignores other problems with the lock: the next run reports them. */
export function findInUseMessage(
  files: Pick<SheetFiles, 'lock' | 'journalLock'>,
): Message | undefined {
  try {
    assertNotInUse(files);
  } catch (error) {
    if (error instanceof SheetInUse) return error.messages[0];
  }
  return undefined;
}

export function listLockPaths(
  sheet: string,
  { lock, journalLock }: Pick<SheetFiles, 'lock' | 'journalLock'>,
): readonly string[] {
  return [...new Set([lock, journalLock, toTemporaryLock(sheet)])];
}

/** No other run writes these files while this run holds the lock. */
function removeLeftovers(sheet: string, { journal, ownJournal, lock }: SheetFiles): void {
  const claims = toClaimsPath(lock);
  const files = new Set([realpathSync(sheet), journal, ownJournal, claims]);
  removeDrafts([claims, ...[...files].flatMap(findDrafts)]);
}

/** In a read-only folder, the lock is in this machine's folder for temporary files. */
async function lockSheetFile(sheet: string, lock: string, now: () => number): Promise<Lock> {
  try {
    return await takeLock(lock, now, 'sheet', sheet);
  } catch (error) {
    if (!(error instanceof UnwritableLock)) throw error;
    assertNotHeld(lock, now);
    return takeLock(toTemporaryLock(sheet), now, 'sheet', sheet);
  }
}

function toTemporaryLock(sheet: string): string {
  const { dev, ino } = statSync(sheet, { bigint: true });
  return join(tmpdir(), `rwa-${dev}-${ino}.lock`);
}

/**
 * Writing results replaces the file under one name only, and the journal is found by that name.
 * Under the other name, everything would be sent again.
 */
function refuseSecondNames(sheet: string): void {
  const own = statSync(sheet, { bigint: true });
  const { nlink } = own;
  if (nlink <= 1n) return;
  const { dir, base } = parse(realpathSync(sheet));
  // A run that was killed while it replaced the sheet leaves its backup as a second link.
  const backups = readdirSync(dir).filter((name) => {
    const backupName = parseCopyName(join(dir, name));
    if (backupName?.kind !== 'backup' || backupName.file !== join(dir, base)) return false;
    return isSameFile(own, statSync(join(dir, name), { bigint: true, throwIfNoEntry: false }));
  });
  if (nlink - BigInt(backups.length) <= 1n) return;
  throw new UsageError({
    code: 'sheetHasSecondName',
    sheet,
    journal: `${base}.rwa-journal.jsonl`,
  });
}

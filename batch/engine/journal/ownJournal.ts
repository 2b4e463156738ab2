import { lstatSync } from 'node:fs';
import { UsageError } from '../errors.js';
import { isSameFile } from '../files/sameFile.js';
import { isJournalNamed, type SheetFiles } from './files.js';
import { getAssignedId, type JournalState } from './journalState.js';
import { assertJournalNamed } from './namedJournal.js';
import { statIfThere } from './openJournalFile.js';
import { readJournal } from './readJournal.js';
import type { JournalMessages } from './journalMessages.js';

type Journals = Pick<SheetFiles, 'journal' | 'ownJournal' | 'location' | 'common'>;

/**
 * Throws a UsageError if a journal was named for a sheet that already has another one: neither has
 * the requests of the other, so rows would be sent again. Two names of one file are allowed. The
 * message depends on the content, because either journal may be from a mere trial. Also throws a
 * UsageError if an earlier run of the sheet used a named journal that is not named now.
 */
export async function refuseOtherJournal(sheet: string, files: Journals): Promise<void> {
  assertJournalNamed(sheet, files);
  const { journal, ownJournal } = files;
  if (!isJournalNamed({ journal, ownJournal })) return;
  // A link to an unreachable journal also counts.
  if (lstatSync(ownJournal, { throwIfNoEntry: false }) === undefined) return;
  if (isSameFile(statIfThere(ownJournal), statIfThere(journal))) return;
  const complete = await completeOne(ownJournal, journal);
  throw new UsageError({ code: 'sheetHasOtherJournal', sheet, ownJournal, journal, complete });
}

async function completeOne(
  ownJournal: string,
  journal: string,
): Promise<JournalMessages['sheetHasOtherJournal']['complete']> {
  const [{ known: own }, { known: named }] = await Promise.all([
    readJournal(ownJournal),
    readJournal(journal),
  ]);
  if (containsAll(own, named)) return 'own';
  return containsAll(named, own) ? 'named' : 'neither';
}

/**
 * True if a journal contains the ID of every request in another one that may have taken effect.
 * Hashes of two journals cannot be compared, so a request without an ID counts as missing.
 */
function containsAll(one: JournalState, other: JournalState): boolean {
  return other.states.values().every((state) => {
    if (state.state === 'Ready' || state.state === 'Rejected') return true;
    const id = getAssignedId(state);
    return id !== undefined && one.findKeyById(id) !== undefined;
  });
}

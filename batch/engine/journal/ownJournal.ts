import {
  accessSync,
  constants,
  lstatSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod/v4';
import { createDraftPath } from '../../../sheets/files/draft.js';
import { toWriteError } from '../../../sheets/files/writeError.js';
import { UsageError } from '../errors.js';
import { copyPermissions, isSameFile, statIfThere } from '../files/fileSystem.js';
import type { Message } from '../message.js';
import { isJournalNamed, type SheetFiles, isSamePath } from './sheetFiles.js';
import type { JournalMessages } from './journalMessages.js';
import { getAssignedId, type JournalState } from './journalState.js';
import { readJournal } from './readJournal.js';
import { mayHaveAssessment } from './rowState.js';

type NamedJournal = Pick<SheetFiles, 'journal' | 'ownJournal' | 'location' | 'journalOption'>;

const locationSchema = z.object({ option: z.string(), journal: z.string() });

/**
 * Throws a UsageError if the sheet has another journal, because rows whose requests are only in
 * that journal would be sent again. Two names of one file are allowed. The message depends on both
 * journals, because one journal may be from a mere trial.
 */
export async function refuseOtherJournal(sheet: string, files: NamedJournal): Promise<void> {
  assertJournalNamed(sheet, files);
  const { journal, ownJournal } = files;
  if (!isJournalNamed({ journal, ownJournal })) return;
  // A link to an unreachable journal also counts.
  if (lstatSync(ownJournal, { throwIfNoEntry: false }) === undefined) return;
  if (isSameFile(statIfThere(ownJournal), statIfThere(journal))) return;
  const complete = await findCompleteJournal(ownJournal, journal);
  throw new UsageError({ code: 'sheetHasOtherJournal', sheet, ownJournal, journal, complete });
}

/**
 * Makes a later command without `--journal` fail instead of sending rows again. Does nothing in a
 * read-only folder: see {@link noteUnrecordedLocation}.
 */
export function recordJournalLocation(sheet: string, files: NamedJournal): void {
  const { journal, journalOption: option, location } = files;
  if (!isJournalNamed(files)) return;
  const draft = createDraftPath(location);
  try {
    // Write a draft first: a full disk must not empty the record of an earlier run.
    const descriptor = openSync(draft, 'wx', 0o600);
    try {
      copyPermissions(descriptor, sheet);
      // Record absolute paths: a later command may run in another folder.
      const paths = { option: resolve(option), journal: resolve(journal) };
      writeSync(descriptor, `${JSON.stringify(paths)}\n`);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, location);
  } catch (error) {
    rmSync(draft, { force: true });
    const { code = '' } = error as NodeJS.ErrnoException;
    const isReadOnly = ['EACCES', 'EPERM', 'EROFS'].includes(code);
    if (isReadOnly || findRecordedJournal(location) !== undefined) return;
    throw toWriteError(error, location);
  }
}

/** Warns that a later command would send rows again if it does not name the journal. */
export function noteUnrecordedLocation(
  sheet: string,
  files: NamedJournal,
): readonly Message<'journalNotNoted'>[] {
  const { journalOption, location } = files;
  const isNeeded = isJournalNamed(files) && findRecordedJournal(location) === undefined;
  if (!isNeeded || isFolderWritable(location)) return [];
  return [{ code: 'journalNotNoted', sheet, journal: journalOption }];
}

function isFolderWritable(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** `--journal` may name the new path of a journal that was moved. */
export function assertJournalNamed(sheet: string, files: NamedJournal): void {
  const { journal, location } = files;
  const recorded = readLocation(location);
  if (recorded === undefined || isSamePath(recorded.journal, journal)) return;
  const recordedFile = statIfThere(recorded.journal);
  if (isSameFile(recordedFile, statIfThere(journal))) return;
  const isMissing = recordedFile === undefined;
  if (isMissing && isJournalNamed(files) && existsSync(journal)) return;
  const about = { sheet, journal: recorded.option, isMissing, location };
  throw new UsageError({ code: 'sheetHasNamedJournal', ...about });
}

async function findCompleteJournal(
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

/** Hashes of two journals cannot be compared, so a request without an ID counts as missing. */
function containsAll(one: JournalState, other: JournalState): boolean {
  return other.states.values().every((state) => {
    if (!mayHaveAssessment(state)) return true;
    const id = getAssignedId(state);
    return id !== undefined && one.findKeyById(id) !== undefined;
  });
}

export function findRecordedJournal(location: string): string | undefined {
  return readLocation(location)?.journal;
}

function readLocation(location: string): z.infer<typeof locationSchema> | undefined {
  try {
    return locationSchema.parse(JSON.parse(readFileSync(location, 'utf8')));
  } catch {
    return undefined;
  }
}

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findFreeName } from '../../../sheets/files/findFreeName.js';
import { openSheet } from '../../../sheets/files/open.js';
import { toWriteError } from '../../../sheets/files/writeError.js';
import type { DeletedCopies, KeptCopies } from '../files/keptCopies.js';
import { deleteOldCopies, findNewestCopy } from '../files/backups.js';
import {
  isJournalNamed,
  resolveRealPath,
  type SheetFiles,
  isSandboxJournal,
} from '../journal/sheetFiles.js';
import type { RunFact } from '../journal/facts.js';
import { openJournal } from '../journal/journalFile.js';
import { lockForDryRun, lockSheet } from '../journal/sheetLock.js';
import { noteUnrecordedLocation, recordJournalLocation } from '../journal/ownJournal.js';
import {
  findJournalLeftBehind,
  findRowsSentElsewhere,
  claimRows,
  assertUnclaimed,
} from './otherJournals.js';
import type { RunOptions, ResultsPlace, RunStorage } from './runOptions.js';
import type { JournalState } from '../journal/journalState.js';
import { readJournal } from '../journal/readJournal.js';
import type { SheetOperation } from '../operations/sheetOperation.js';

export interface SheetOnDisk extends Pick<
  RunOptions,
  'operation' | 'input' | 'output' | 'intake' | 'service' | 'confirmedService' | 'isSandboxRun'
> {
  readonly files: SheetFiles;
  readonly now: () => number;
  readonly run?: RunFact | undefined;
  readonly keepBackups?: KeptCopies | undefined;
  /** The run ends after its plan and must not change any file. */
  readonly isDryRun?: boolean;
}

export function createDiskStorage(sheet: SheetOnDisk): RunStorage {
  const { operation, input, intake, files, service, confirmedService, now, run } = sheet;
  const { isDryRun = false } = sheet;
  const { inputs } = intake;
  let sizes = new Map<string, bigint | undefined>();
  return {
    openSheet: () => openSheet(input, intake),
    lock: () => (isDryRun ? lockForDryRun(input, files) : lockSheet(input, files, now)),
    openJournal: (lock) =>
      openJournal(files.journal, service, now, {
        lock,
        sheet: input,
        isSameService: confirmedService === 'same',
        run,
      }),
    readAssessments: () => readAssessments(operation, files),
    findLeftBehind: (rows, journal) =>
      findJournalLeftBehind(files, { rows, inputs }, journal, confirmedService === 'other'),
    findSentElsewhere: (rows, journal) => {
      sizes = new Map();
      return findRowsSentElsewhere(files, { rows, inputs }, journal, sizes);
    },
    claims: {
      refuse: (rows) => {
        assertUnclaimed(files, { rows, inputs });
      },
      take: (rows) => claimRows(input, files, { rows, inputs }),
      findSentSince: (rows, journal) =>
        findRowsSentElsewhere(files, { rows, inputs }, journal, sizes),
    },
    ...createBackupEvidence(input, files),
    recordJournalLocation: () => {
      recordJournalLocation(input, files);
    },
    listJournalNotes: () => noteUnrecordedLocation(input, files),
    isJournalNamed: isJournalNamed(files),
    results: createDiskResults(sheet),
  };
}

function createDiskResults(sheet: SheetOnDisk): ResultsPlace {
  const { input, output, files } = sheet;
  return {
    isInPlace: resolve(input) === resolve(output),
    async isStale() {
      const [outputMs = 0, ...sourcesMs] = await Promise.all(
        [output, input, files.journal].map(readModifiedMs),
      );
      return sourcesMs.some((ms) => outputMs <= ms);
    },
    chooseFallback: () => findFreeName(input, 'results'),
    deleteOldCopies: (made) => deleteOld(sheet, made),
    toWriteError: (error) => toWriteError(error, output),
  };
}

/** A sandbox run does not copy its input, so copies of the input are kept. */
async function deleteOld(
  { input, output, isSandboxRun, keepBackups, now }: SheetOnDisk,
  made: readonly string[],
): Promise<DeletedCopies | undefined> {
  if (keepBackups === undefined) return undefined;
  const toRealPath = (path: string) => resolve(resolveRealPath(path));
  const sheets = new Set([output, ...(isSandboxRun ? [] : [input])].map(toRealPath));
  const kept = made.map(toRealPath);
  const results = await Promise.all(
    [...sheets].map((sheet) => deleteOldCopies(sheet, kept, keepBackups, now())),
  );
  return {
    deleted: results.reduce((sum, end) => sum + end.deleted, 0),
    left: results.flatMap((end) => end.left),
  };
}

async function readModifiedMs(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

/**
 * A backup or results file without a journal was created by a run that may have sent rows, perhaps
 * a run of another command. The sandbox sends nothing to the service.
 */
export function createBackupEvidence(
  sheet: string,
  { ownJournal }: Pick<SheetFiles, 'ownJournal'>,
): Pick<RunStorage, 'findBackupWithoutJournal'> {
  if (isSandboxJournal(ownJournal)) return {};
  return { findBackupWithoutJournal: () => findNewestCopy(resolve(resolveRealPath(sheet))) };
}

export async function readAssessments(
  { about }: Pick<SheetOperation, 'about'>,
  { journalOption }: Pick<SheetFiles, 'journalOption'>,
): Promise<JournalState | undefined> {
  return about === undefined ? undefined : (await readJournal(journalOption)).known;
}

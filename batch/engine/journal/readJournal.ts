import {
  createReadStream,
  lstatSync,
  readlinkSync,
  closeSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findSpecialKind } from '../../../sheets/files/specialFile.js';
import { OperatingError, toFileFault, UsageError } from '../errors.js';
import { JournalState } from './journalState.js';
import {
  forEachFact,
  type JournalLine,
  type Line,
  parseFact,
  readBlocks,
  splitLines,
  type StoredJournal,
} from './storedJournal.js';

/**
 * Reads the file of a journal; a missing file counts as an empty journal. Throws an OperatingError
 * if the file is damaged or cannot be read, and a UsageError for a pipe, a socket or a device.
 */
export async function readJournal(path: string): Promise<StoredJournal> {
  return readBlocks(readLines(path), path);
}

export function forEachLine(path: string, onLine: (line: JournalLine) => void): Promise<void> {
  return forEachFact(readLines(path), path, onLine);
}

/** Reads only facts about columns. Is faster than {@link readJournal}, and ignores other damage. */
export async function readColumnFacts(path: string): Promise<JournalState['columns']> {
  const known = new JournalState();
  let number = 0;
  for await (const lines of readLines(path)) {
    for (const { line, isComplete } of lines) {
      number++;
      if (isComplete && line.includes('"fact":"columns"'))
        known.apply(parseFact(line, path, number));
    }
  }
  return known.columns;
}

export interface FoundJournal {
  readonly path: string;
  /** Reads up to the first damaged line. Throws an OperatingError for a newer journal format. */
  readonly read: () => Promise<JournalState>;
}

const firstBytes = Buffer.from('{"fact":"journal",');

/** Killed processes may leave drafts behind. */
const draftName = /^[.]splice-/;

/** Finds journals by their first bytes, whatever their names, and skips unreadable files. */
export async function* findJournals(folders: readonly string[]): AsyncGenerator<FoundJournal> {
  const seen = new Set<string>();
  for (const folder of folders) {
    if (seen.has(resolve(folder))) continue;
    seen.add(resolve(folder));
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      const mayBeFile = entry.isFile() || entry.isSymbolicLink();
      if (!mayBeFile || draftName.test(entry.name) || !beginsAsJournal(path)) continue;
      yield { path, read: () => readUpToDamage(path) };
    }
  }
}

export function beginsAsJournal(path: string): boolean {
  let descriptor: number | undefined;
  try {
    // Opening a pipe, such as through a link, would block.
    if (!statSync(path).isFile()) return false;
    descriptor = openSync(path, 'r');
    const start = Buffer.alloc(firstBytes.length);
    readSync(descriptor, start);
    return start.equals(firstBytes);
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

export function toReadError(journal: string, error: unknown): OperatingError {
  return new OperatingError({
    code: 'journalUnreadable',
    journal,
    fault: toFileFault(error, journal),
  });
}

/** Yields no lines for a missing file. */
async function* readLines(path: string): AsyncGenerator<readonly Line[]> {
  // The chunks of an incomplete line. A line with many IDs is longer than many chunks.
  let rest: Buffer[] = [];
  const special = findSpecialKind(path);
  if (special !== undefined) {
    throw new UsageError({ code: 'journalIsNoFile', journal: path, kind: special });
  }
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      rest.push(chunk);
      // 10 is the byte of a line end.
      if (!chunk.includes(10)) continue;
      const lines = [...splitLines(Buffer.concat(rest))];
      rest = lines.splice(-1).map(({ line }) => line);
      yield lines;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw toReadError(path, error);
    }
    const found = lstatSync(path, { throwIfNoEntry: false });
    // The target may be unreachable only for a while, and may contain earlier requests.
    if (found?.isSymbolicLink() === true) {
      const target = readlinkSync(path);
      throw new OperatingError({ code: 'journalLinkIsBroken', journal: path, target });
    }
    return;
  }
  yield [{ line: Buffer.concat(rest), isComplete: false }];
}

export async function readUpToDamage(path: string): Promise<JournalState> {
  const known = new JournalState();
  try {
    await forEachLine(path, ({ fact }) => {
      known.apply(fact);
    });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (error.messages.some(({ code }) => code === 'journalOfNewerVersion')) throw error;
  }
  return known;
}

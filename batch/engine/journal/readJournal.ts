import { createReadStream, lstatSync, readlinkSync } from 'node:fs';
import { specialFile } from '../../../sheets/files/specialFile.js';
import { OperatingError, UsageError } from '../errors.js';
import { cannotRead } from './openJournalFile.js';
import { JournalState } from './journalState.js';
import {
  eachFact,
  factIn,
  type JournalLine,
  type Line,
  linesIn,
  type StoredJournal,
  storedIn,
} from './storedJournal.js';

/**
 * Reads the file of a journal; a missing one is empty. Throws an OperatingError if it is damaged
 * or cannot be read.
 */
export async function readJournal(path: string): Promise<StoredJournal> {
  return storedIn(readLines(path), path);
}

/** Calls `onLine` for each line of a journal. Throws like {@link readJournal}. */
export function forEachLine(path: string, onLine: (line: JournalLine) => void): Promise<void> {
  return eachFact(readLines(path), path, onLine);
}

/**
 * Reads only the headings of our columns, by sheet. It is faster than {@link readJournal}, and
 * ignores damage elsewhere.
 */
export async function readColumnFacts(path: string): Promise<JournalState['columns']> {
  const known = new JournalState();
  let number = 0;
  for await (const lines of readLines(path)) {
    for (const { line, isComplete } of lines) {
      number++;
      if (isComplete && line.includes('"fact":"columns"')) known.learn(factIn(line, path, number));
    }
  }
  return known.columns;
}

/** Yields no lines for a missing file. */
async function* readLines(path: string): AsyncGenerator<readonly Line[]> {
  // A line may be larger than many blocks, because one line lists many IDs that a sheet shows.
  let rest: Buffer[] = [];
  const special = specialFile(path);
  if (special !== undefined) {
    throw new UsageError({ code: 'journalIsNoFile', journal: path, kind: special });
  }
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      rest.push(chunk);
      if (!chunk.includes(10)) continue;
      const lines = [...linesIn(Buffer.concat(rest))];
      rest = lines.splice(-1).map(({ line }) => line);
      yield lines;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw cannotRead(path, error);
    }
    const found = lstatSync(path, { throwIfNoEntry: false });
    // The target may only be unreachable, and contains earlier requests.
    if (found?.isSymbolicLink() === true) {
      const target = readlinkSync(path);
      throw new OperatingError({ code: 'journalLinkIsBroken', journal: path, target });
    }
    return;
  }
  yield [{ line: Buffer.concat(rest), isComplete: false }];
}

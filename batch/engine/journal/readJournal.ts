import { createReadStream, lstatSync, readlinkSync } from 'node:fs';
import { OperatingError, UsageError } from '../errors.js';
import { specialFile } from '../../../sheets/files/specialFile.js';
import { type Fact, factSchema } from './facts.js';
import { cannotRead } from './journalFile.js';
import { Known } from './known.js';

/** A journal as it is on disk. */
export interface StoredJournal {
  readonly known: Known;
  /** Bytes up to the end of the last complete line. */
  readonly length: number;
}

/**
 * Reads a journal; a missing file is an empty journal. A last line without its end is a fact that
 * was never completed, and is ignored. All other damage is refused with an OperatingError: guessing
 * could send a row twice. A journal comes into being with its first line, so an empty file has lost
 * it.
 */
export async function readJournal(path: string): Promise<StoredJournal> {
  return storedIn(linesOf(path), path);
}

/** What lines say that were kept anywhere; `path` names the place. */
export async function storedIn(
  lines: AsyncIterable<Line> | Iterable<Line>,
  path: string,
): Promise<StoredJournal> {
  const known = new Known();
  let length = 0;
  for await (const { line, fact } of factsIn(lines, path)) {
    length += line.length + 1;
    known.learn(fact);
  }
  known.assumeShown();
  return { known, length };
}

/** The complete lines of a journal, each with its fact; refused as by {@link readJournal}. */
export function journalLines(path: string): AsyncGenerator<JournalLine> {
  return factsIn(linesOf(path), path);
}

interface JournalLine {
  readonly line: Buffer;
  readonly fact: Fact;
}

async function* factsIn(
  lines: AsyncIterable<Line> | Iterable<Line>,
  path: string,
): AsyncGenerator<JournalLine> {
  let number = 0;
  for await (const { line, isComplete } of lines) {
    number++;
    if (!isComplete) {
      // No line of ours has a NUL: a disk or a network folder has lost what stood there.
      if (number === 1 || line.includes(0)) throw damaged(path, number, line.length === 0);
      return;
    }
    const fact = parseFact(line, path, number);
    if ((number === 1) !== (fact.fact === 'journal')) throw damaged(path, number);
    yield { line, fact };
  }
}

/**
 * What a journal says of our columns, by sheet, for who needs nothing else of it. Faster than
 * {@link readJournal} and indifferent to damage elsewhere.
 */
export async function readColumnFacts(path: string): Promise<Known['columns']> {
  const known = new Known();
  let number = 0;
  for await (const { line, isComplete } of linesOf(path)) {
    number++;
    if (isComplete && line.includes('"fact":"columns"')) known.learn(parseFact(line, path, number));
  }
  return known.columns;
}

export interface Line {
  readonly line: Buffer;
  /** False for the text after the last line end, which may be empty. */
  readonly isComplete: boolean;
}

/** Undefined for a missing file. */
async function* linesOf(path: string): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  const special = specialFile(path);
  if (special !== undefined) {
    throw new UsageError({ code: 'journalIsNoFile', journal: path, kind: special });
  }
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
        yield { line: bytes.subarray(start, end), isComplete: true };
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw cannotRead(path, error);
    }
    const found = lstatSync(path, { throwIfNoEntry: false });
    // Its target may only be unreachable, and contains what was sent.
    if (found?.isSymbolicLink() === true) {
      const target = readlinkSync(path);
      throw new OperatingError({ code: 'journalLinkIsBroken', journal: path, target });
    }
    return;
  }
  yield { line: rest, isComplete: false };
}

function parseFact(line: Buffer, path: string, number: number): Fact {
  try {
    return factSchema.parse(JSON.parse(line.toString('utf8')));
  } catch {
    throw damaged(path, number);
  }
}

function damaged(journal: string, line: number, isMissing = false): OperatingError {
  return new OperatingError({ code: 'journalLineDamaged', journal, line, isMissing });
}

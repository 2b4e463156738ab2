import { findJsonEnd } from '../../../src/envelope.js';
import { OperatingError } from '../errors.js';
import { type Fact, factSchema, isOfNewerVersion } from './facts.js';
import { JournalState } from './journalState.js';

/** A journal as it was read from its store. */
export interface StoredJournal {
  readonly known: JournalState;
  /** Bytes up to the end of the last complete line. */
  readonly length: number;
}

/** A line of a journal, without its end. */
export interface Line {
  readonly line: Buffer;
  /** False for the text after the last line end, which may be empty. */
  readonly isComplete: boolean;
}

/** Lines as they are read, many at a time: to wait for each of a million takes a second. */
export type Blocks = AsyncIterable<Iterable<Line>> | Iterable<Iterable<Line>>;

/** A line and its fact. */
export interface JournalLine {
  readonly line: Buffer;
  readonly fact: Fact;
}

/** The lines of a block of bytes; the last one is what follows the last line end. */
export function* linesIn(bytes: Buffer): Generator<Line> {
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    yield { line: bytes.subarray(start, end), isComplete: true };
    start = end + 1;
  }
  yield { line: bytes.subarray(start), isComplete: false };
}

/**
 * Reads the lines of a journal from any store, which `path` names in messages. Refused as by
 * {@link eachFact}.
 */
export async function storedIn(blocks: Blocks, path: string): Promise<StoredJournal> {
  const known = new JournalState();
  let length = 0;
  let at = '';
  await eachFact(blocks, path, ({ line, fact }) => {
    length += line.length + 1;
    // A millisecond has many facts, and one copy of its time is enough.
    if (fact.at === at) fact.at = at;
    else at = fact.at;
    known.learn(fact);
  });
  return { known, length };
}

/**
 * Goes through the complete lines of a journal, each with its fact. A last line without its end is a
 * fact that was never completed, and is ignored, unless something else follows in it. All other damage is refused with an OperatingError:
 * guessing could send a row twice. A journal comes into being with its first line, so an empty one has
 * lost it.
 */
export async function eachFact(
  blocks: Blocks,
  path: string,
  onLine: (line: JournalLine) => void,
): Promise<void> {
  let number = 0;
  for await (const lines of blocks) {
    for (const { line, isComplete } of lines) {
      number++;
      if (!isComplete) {
        if (number === 1 || !mayBeCutShort(line)) throw damaged(path, number, line.length === 0);
        return;
      }
      const fact = factIn(line, path, number);
      if ((number === 1) !== (fact.fact === 'journal')) throw damaged(path, number);
      onLine({ line, fact });
    }
  }
}

const factBegins = '{"fact":"';

/**
 * Whether a last line without its end can be the beginning of a fact. With anything else in it, the
 * journal was changed by another program or by the disk.
 */
function mayBeCutShort(line: Buffer): boolean {
  // A disk or a network folder leaves NULs in place of lost bytes.
  if (line.includes(0)) return false;
  const text = line.toString('utf8');
  const end = findJsonEnd(text);
  return (
    factBegins.startsWith(text.slice(0, factBegins.length)) && (end < 0 || end === text.length)
  );
}

/**
 * Returns the fact in the line of this number. Throws an OperatingError if the line is damaged, or if
 * a newer version of rwa began the journal.
 */
export function factIn(line: Buffer, path: string, number: number): Fact {
  const read = jsonIn(line);
  const parsed = factSchema.safeParse(read);
  if (parsed.success) return parsed.data;
  if (isOfNewerVersion(read)) {
    throw new OperatingError({ code: 'journalOfNewerVersion', journal: path });
  }
  throw damaged(path, number);
}

function jsonIn(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

function damaged(journal: string, line: number, isMissing = false): OperatingError {
  return new OperatingError({ code: 'journalLineDamaged', journal, line, isMissing });
}

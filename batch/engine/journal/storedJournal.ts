import { findJsonEnd } from '../../../src/envelope.js';
import { memoize } from '../../../src/memoize.js';
import { OperatingError } from '../errors.js';
import { type Fact, factSchema, isOfNewerVersion } from './facts.js';
import { JournalState } from './journalState.js';

export interface StoredJournal {
  readonly known: JournalState;
  /** The number of bytes up to the end of the last complete line. */
  readonly length: number;
}

/** A line of a journal without its line end. */
export interface Line {
  readonly line: Buffer;
  /** False for the text after the last line end, even if empty. */
  readonly isComplete: boolean;
}

/** Lines are in batches, because awaiting each of a million lines takes a second. */
export type Blocks = AsyncIterable<Iterable<Line>> | Iterable<Iterable<Line>>;

export interface JournalLine {
  readonly line: Buffer;
  readonly fact: Fact;
}

/** The size of the cache of row keys: usually more than the requests in flight. */
const maxSharedKeys = 1_000;

/** The last line is the text after the last line end. */
export function* splitLines(bytes: Buffer): Generator<Line> {
  let start = 0;
  // 10 is the byte of a line end.
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    yield { line: bytes.subarray(start, end), isComplete: true };
    start = end + 1;
  }
  yield { line: bytes.subarray(start), isComplete: false };
}

/** `path` is the path in messages. */
export async function readBlocks(blocks: Blocks, path: string): Promise<StoredJournal> {
  const known = new JournalState();
  let length = 0;
  let latestAt = '';
  const shareKey = memoize((key) => key, maxSharedKeys);
  await forEachFact(blocks, path, ({ line, fact }) => {
    length += line.length + 1;
    // Many facts have the same time, and one copy of its text is enough.
    if (fact.at === latestAt) fact.at = latestAt;
    else latestAt = fact.at;
    // The facts of a row repeat its key, and share one copy.
    if ('row' in fact) fact.row = shareKey(fact.row);
    known.apply(fact);
  });
  return { known, length };
}

/**
 * Ignores an incomplete last line if it is the beginning of a fact. Throws an OperatingError for
 * any other damage, because guessing could send a row twice, and for an empty journal.
 */
export async function forEachFact(
  blocks: Blocks,
  path: string,
  onLine: (line: JournalLine) => void,
): Promise<void> {
  let number = 0;
  for await (const lines of blocks) {
    for (const { line, isComplete } of lines) {
      number++;
      if (!isComplete) {
        if (number === 1 || !mayBeCutShort(line))
          throw createDamageError(path, number, line.length === 0);
        return;
      }
      const fact = parseFact(line, path, number);
      if ((number === 1) !== (fact.fact === 'journal')) throw createDamageError(path, number);
      onLine({ line, fact });
    }
  }
}

const factStart = '{"fact":"';

/** Returns false if another program or the disk must have changed the journal. */
function mayBeCutShort(line: Buffer): boolean {
  // Disks and network folders may replace lost bytes with NULs.
  if (line.includes(0)) return false;
  const text = line.toString('utf8');
  const end = findJsonEnd(text);
  return factStart.startsWith(text.slice(0, factStart.length)) && (end < 0 || end === text.length);
}

export function parseFact(line: Buffer, path: string, number: number): Fact {
  const read = parseJson(line);
  const parsed = factSchema.safeParse(read);
  if (parsed.success) return parsed.data;
  if (isOfNewerVersion(read)) {
    throw new OperatingError({ code: 'journalOfNewerVersion', journal: path });
  }
  throw createDamageError(path, number);
}

function parseJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

function createDamageError(journal: string, line: number, isMissing = false): OperatingError {
  return new OperatingError({ code: 'journalLineDamaged', journal, line, isMissing });
}

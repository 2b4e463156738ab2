import { createReadStream } from 'node:fs';
import { OperatingError, UsageError } from '../errors.js';
import { specialFile } from '../../../sheets/files/specialFile.js';
import { type Fact, factSchema } from './facts.js';
import { cannotRead } from './journalFile.js';
import { Known } from './known.js';

/** A journal as it stands on the disk. */
export interface StoredJournal {
  readonly known: Known;
  /** Bytes up to the end of the last complete line. */
  readonly length: number;
}

/**
 * Reads a journal; a missing file is an empty one. A last line without its end is a fact that was
 * never completed, and is ignored. A damaged line before it is refused with an OperatingError:
 * guessing could send a row twice.
 */
export async function readJournal(path: string): Promise<StoredJournal> {
  const known = new Known();
  let length = 0;
  for await (const { line, fact } of journalLines(path)) {
    length += line.length + 1;
    known.learn(fact);
  }
  known.assumeShown();
  return { known, length };
}

/** The complete lines of a journal, each with its fact; refused as by {@link readJournal}. */
export async function* journalLines(
  path: string,
): AsyncGenerator<{ readonly line: Buffer; readonly fact: Fact }> {
  let number = 0;
  for await (const line of completeLines(path)) {
    number++;
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
  for await (const line of completeLines(path)) {
    number++;
    if (line.includes('"fact":"columns"')) known.learn(parseFact(line, path, number));
  }
  return known.columns;
}

async function* completeLines(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  const special = specialFile(path);
  if (special !== undefined) {
    throw new UsageError(
      `The journal ${path} is ${special}, which keeps nothing. Nothing was sent. Name the file that is the journal, or leave --journal out.`,
    );
  }
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
        yield bytes.subarray(start, end);
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new OperatingError(cannotRead(path, error));
  }
}

function parseFact(line: Buffer, path: string, number: number): Fact {
  try {
    return factSchema.parse(JSON.parse(line.toString('utf8')));
  } catch {
    throw damaged(path, number);
  }
}

function damaged(path: string, number: number): OperatingError {
  return new OperatingError(
    `Line ${number} of the journal ${path} is damaged. Nothing was sent. Keep the file, which knows what was sent, and ask for help. An older copy of it does not know what was sent since, and without a journal rows could be sent twice.`,
  );
}

import { createReadStream } from 'node:fs';
import { messageOf, UsageError } from '../output/errors.js';
import { type ColumnsFact, type Fact, factSchema, type RoundFact, type RowFact } from './facts.js';
import { noteRound, type Round } from './rounds.js';
import { afterFact, type RowState } from './rowState.js';

/** A journal as it stands on the disk. */
export interface StoredJournal {
  readonly states: Map<string, RowState>;
  /** The rounds of re-assessments, in their order. */
  readonly rounds: Round[];
  /** The headings of our columns by name, by sheet. */
  readonly columns: Map<string, ColumnsFact['headings']>;
  /** Bytes up to the end of the last complete line. */
  readonly length: number;
  /** Base URL of the service; undefined while nothing is written. */
  readonly service: string | undefined;
}

/**
 * Reads a journal; a missing file is an empty one. A last line without its end is a fact that was
 * never completed, and is ignored. A damaged line before it is refused with a UsageError: guessing
 * could send a row twice.
 */
export async function readJournal(path: string): Promise<StoredJournal> {
  const states = new Map<string, RowState>();
  const rounds: Round[] = [];
  const columns: StoredJournal['columns'] = new Map();
  let service: string | undefined;
  let length = 0;
  let number = 0;

  for await (const line of completeLines(path)) {
    number++;
    length += line.length + 1;
    const fact = parseFact(line, path, number);
    if ((number === 1) !== (fact.fact === 'journal')) throw damaged(path, number);
    if (fact.fact === 'journal') service = fact.service;
    else if (fact.fact === 'columns') columns.set(fact.sheet, fact.headings);
    else learn(states, rounds, fact);
  }
  return { states, rounds, columns, length, service };
}

/**
 * What a journal says of our columns, by sheet, for who needs nothing else of it. Faster than
 * {@link readJournal} and indifferent to damage elsewhere.
 */
export async function readColumnFacts(path: string): Promise<StoredJournal['columns']> {
  const columns: StoredJournal['columns'] = new Map();
  let number = 0;
  for await (const line of completeLines(path)) {
    number++;
    if (!line.includes('"fact":"columns"')) continue;
    const fact = parseFact(line, path, number);
    if (fact.fact === 'columns') columns.set(fact.sheet, fact.headings);
  }
  return columns;
}

/** Takes one more fact into what is known. */
export function learn(
  states: Map<string, RowState>,
  rounds: Round[],
  fact: RowFact | RoundFact,
): void {
  noteRound(rounds, fact, states);
  if (fact.fact === 'round' || fact.fact === 'round_ended') return;
  states.set(fact.row, afterFact(states.get(fact.row), fact));
}

async function* completeLines(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
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
    throw new UsageError(`The journal ${path} cannot be read: ${messageOf(error)}`);
  }
}

function parseFact(line: Buffer, path: string, number: number): Fact {
  try {
    return factSchema.parse(JSON.parse(line.toString('utf8')));
  } catch {
    throw damaged(path, number);
  }
}

function damaged(path: string, number: number): UsageError {
  return new UsageError(
    `Line ${number} of the journal ${path} is damaged. Nothing was sent. Restore the journal from a backup, or ask for help before you delete it: it knows which rows were already sent.`,
  );
}

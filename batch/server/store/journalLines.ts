import { DatabaseError, takenState } from './databaseError.js';
import { getMany } from './many.js';
import type { Store } from './store.js';
import { withinTransaction } from './transaction.js';

/** What was appended to a journal, with its number: whole lines, each with its end. */
export interface Append {
  readonly number: number;
  readonly lines: Uint8Array;
}

/** So many are read at a time: the whole journal of a large sheet has 100 MB. On Postgres, each is one line. */
const atOnce = { sqlite: 500, postgres: 5_000 };

/**
 * Appends lines to the journal of an owner, after the append with this number, and returns the number of the last
 * one. Where there is another one by now, nothing is appended, and what is thrown {@link isTaken}.
 */
export function appendLines(store: Store, owner: string, last: number, lines: Buffer): number {
  if (store.dialect === 'postgres') return appendFacts(store, owner, last, lines);
  store.db
    .prepare('INSERT INTO journal (owner, number, lines) VALUES (?, ?, ?)')
    .run(owner, last + 1, lines);
  return last + 1;
}

/** One line of the table for each fact, so that those of some rows can be read alone. */
function appendFacts(store: Store, owner: string, last: number, lines: Buffer): number {
  const lock = `journal:${owner}`;
  const isPart = store.db.isTransaction;
  const append = () => {
    // Another transaction may have another lock.
    if (isPart) store.db.prepare('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))').get(lock);
    if (lastAppend(store, owner) !== last) {
      throw new DatabaseError('Another writer has appended to the journal.', { code: takenState });
    }
    const added = getMany(
      store.db,
      'INSERT INTO journal (owner, row, lines) VALUES (?, ?, ?) RETURNING number',
      factsIn(lines).map(({ row, line }) => [owner, row, line]),
    );
    return (added.at(-1)?.number ?? last) as number;
  };
  return withinTransaction(store, append, lock);
}

/** The facts of an append, with the rows that they are about. What follows the last end of a line is nothing. */
export function factsIn(lines: Buffer): { readonly row: string | null; readonly line: string }[] {
  const whole = lines.toString('utf8').split('\n').slice(0, -1);
  return whole.map((line) => ({ row: rowIn(line), line }));
}

/** The row that a fact is about; null for none, and for a line that is damaged: whoever reads it says so. */
function rowIn(line: string): string | null {
  try {
    const { row } = JSON.parse(line) as { row?: unknown };
    return typeof row === 'string' ? row : null;
  } catch {
    return null;
  }
}

/** The appends of an owner after one, in their order, some at a time. */
export function* appendsAfter(store: Store, owner: string, number: number): Generator<Append[]> {
  const after = store.db.prepare(
    'SELECT number, lines FROM journal WHERE owner = ? AND number > ? ORDER BY number LIMIT ?',
  );
  for (let last = number; ;) {
    const found = after.all(owner, last, atOnce[store.dialect]).map(appendOf);
    if (found.length === 0) return;
    yield found;
    last = found.at(-1)?.number ?? last;
  }
}

/** The appends of an owner that have something of a round. Only they are read, by an index. */
export function appendsOfRounds(store: Store, owner: string): Append[] {
  const { from, where } = ofRounds[store.dialect];
  return store.db
    .prepare(`SELECT number, lines FROM ${from} WHERE owner = ? AND ${where} ORDER BY number`)
    .all(owner)
    .map(appendOf);
}

/** As their indexes have it. */
const ofRounds = {
  sqlite: {
    from: 'journal INDEXED BY journal_of_rounds',
    where: `instr(lines, CAST('"fact":"round' AS BLOB)) > 0`,
  },
  postgres: { from: 'journal', where: `lines LIKE '%"fact":"round%'` },
};

/** The number of the last append to a journal; 0 for none. It changes with all that is recorded. */
export function lastAppend({ db }: Pick<Store, 'db'>, owner: string): number {
  const found = db
    .prepare('SELECT coalesce(max(number), 0) AS last FROM journal WHERE owner = ?')
    .get(owner);
  return found?.last as number;
}

function appendOf(found: Record<string, unknown>): Append {
  const { number, lines } = found as { number: number; lines: Uint8Array | string };
  return { number, lines: typeof lines === 'string' ? Buffer.from(`${lines}\n`) : lines };
}

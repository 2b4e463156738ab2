import { sql } from 'kysely';
import { JournalError } from '../../engine/journal/journalStore.js';
import type { JournalStore } from '../../engine/journal/journalStore.js';
import { readBlocks, type StoredJournal } from '../../engine/journal/storedJournal.js';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import type { Store } from '../db/store.js';
import { parseFacts } from '../journal/journalLines.js';
import { getPlainDb } from '../db/plainDb.js';
import { realTime, retryWhileUnavailable, type Clock } from '../db/retry.js';
import type { TakenSlice } from './slice.js';

/**
 * Answers of the service are kept in memory for this time while the database is unavailable. They are recorded later if
 * no other worker has taken the slice; otherwise a person must settle the row.
 */
export const answersAreKeptMs = 15 * 60_000;

type Lease = Pick<TakenSlice, 'id' | 'attempt' | 'sheet'>;

/** Reads only the first line of the journal and the facts about the rows of the slice. */
export async function readSliceJournal(
  { db }: Pick<Store, 'db'>,
  { sheet, rows }: Pick<TakenSlice, 'sheet' | 'rows'>,
): Promise<StoredJournal> {
  const { rows: found } = await sql<{ lines: string }>`
    (SELECT number, lines FROM journal WHERE owner = ${sheet} ORDER BY number LIMIT 1)
    UNION SELECT number, lines FROM journal
    WHERE owner = ${sheet} AND row = ANY(${rows.flatMap(listKeys)}::text[])
    ORDER BY number`.execute(db);
  const lines = found.map(({ lines }) => ({ line: Buffer.from(lines), isComplete: true }));
  return readBlocks(lines.length === 0 ? [] : [lines], sheet);
}

function listKeys({ key, plan }: PlannedRow): string[] {
  const unread = plan?.kind === 'next' ? plan.unread : undefined;
  return [key, unread?.key].filter((rowKey) => rowKey !== undefined);
}

/**
 * Each write contains the slice ID, the worker's attempt and a number: a worker that lost the slice writes nothing, and
 * a repeated write takes effect once.
 */
export class SliceJournal implements JournalStore {
  readonly path: string;
  readonly isEmpty: boolean;
  readonly isBegun = true;
  readonly #store: Pick<Store, 'postgres'>;
  readonly #lease: Lease;
  readonly #time: Clock;
  #waiting: Buffer[] = [];
  #writing: Promise<void> | undefined;
  #appends = 0;
  /** The number of waiting buffers in the current append, or in an earlier one that may have been committed. */
  #batchSize = 0;
  #lost: JournalError | undefined;
  #failure: unknown;

  constructor(store: Pick<Store, 'postgres'>, lease: Lease, time: Clock = realTime) {
    this.#store = store;
    this.#lease = lease;
    this.#time = time;
    this.path = lease.sheet;
    // The first line was written before the run was split into slices.
    this.isEmpty = false;
  }

  /** The loss is known only after a write. */
  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  get failure(): unknown {
    return this.#failure;
  }

  begin(): void {
    // The journal was begun before the run was split.
  }

  assertInPlace(): void {
    if (this.#lost !== undefined) throw this.#lost;
  }

  append(lines: Buffer): void {
    if (this.#lost !== undefined) return;
    this.#waiting.push(lines);
    this.#write().catch(() => undefined);
  }

  /** All rows of one turn of the event loop share a commit. */
  nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  async sync(): Promise<void> {
    while (this.#waiting.length > 0 || this.#writing !== undefined) await this.#write();
    this.assertInPlace();
  }

  close(): void {
    // The worker closes the connections.
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    await this.nextTurn();
    while (this.#waiting.length > 0 && this.#lost === undefined) {
      // A batch that may have been committed is repeated without changes, or not at all.
      this.#batchSize = this.#batchSize > 0 ? this.#batchSize : this.#waiting.length;
      const lines = Buffer.concat(this.#waiting.slice(0, this.#batchSize));
      const append = () => this.#append(this.#appends + 1, lines);
      await retryWhileUnavailable(append, this.#time, answersAreKeptMs).catch((error: unknown) => {
        this.#failure = error;
        throw error;
      });
      this.#appends++;
      this.#waiting.splice(0, this.#batchSize);
      this.#batchSize = 0;
    }
  }

  async #append(number: number, lines: Buffer): Promise<void> {
    const { id, attempt } = this.#lease;
    const facts = parseFacts(lines);
    const { rows: written } = await sql`
      WITH held AS (
        UPDATE slice SET appended = ${number}
        WHERE id = ${id} AND attempt = ${attempt} AND appended = ${number - 1} RETURNING sheet
      )
      INSERT INTO journal (owner, row, lines)
      SELECT held.sheet, fact.row, fact.line
      FROM held, unnest(${facts.map(({ row }) => row)}::text[], ${facts.map(({ line }) => line)}::text[])
        WITH ORDINALITY AS fact(row, line, place)
      ORDER BY fact.place RETURNING 1`.execute(getPlainDb(this.#store));
    if (written.length > 0) return;
    const { rows: found } = await sql`
      SELECT 1 FROM slice WHERE id = ${id} AND attempt = ${attempt} AND appended = ${number}
    `.execute(getPlainDb(this.#store));
    // An earlier attempt of this append was committed, but its answer was lost.
    if (found.length > 0) return;
    this.#lost = new JournalError({ code: 'journalChanged', journal: this.path });
    this.#waiting = [];
    throw this.#lost;
  }
}

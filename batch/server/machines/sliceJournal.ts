import { JournalError, type JournalStore } from '../../engine/journal/journalStore.js';
import { type StoredJournal, storedIn } from '../../engine/journal/storedJournal.js';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import { factsIn } from '../store/journalLines.js';
import { realTime, type SharedDatabase, type Time, whileAway } from './sharedDatabase.js';
import type { TakenSlice } from './slice.js';

/**
 * What the service has answered while the database is away is kept for so long. It counts if nobody has taken the slice
 * by the time that it is written; otherwise a person has to settle the row.
 */
export const answersAreKeptMs = 15 * 60_000;

type Taking = Pick<TakenSlice, 'id' | 'fence' | 'sheet'>;

/** What the journal of a sheet knows of the rows of a slice. Throws an OperatingError when a line is damaged. */
export async function readSliceJournal(
  { ask }: Pick<SharedDatabase, 'ask'>,
  { sheet, rows }: Pick<TakenSlice, 'sheet' | 'rows'>,
): Promise<StoredJournal> {
  const found = await ask(
    `(SELECT number, lines FROM journal WHERE owner = $1 ORDER BY number LIMIT 1)
     UNION SELECT number, lines FROM journal WHERE owner = $1 AND row = ANY($2) ORDER BY number`,
    sheet,
    rows.flatMap(keysOf),
  );
  const lines = found.map(({ lines }) => ({
    line: Buffer.from(lines as string),
    isComplete: true,
  }));
  return storedIn(lines.length === 0 ? [] : [lines], sheet);
}

/** The keys by which the journal knows a row. */
function keysOf({ key, plan }: PlannedRow): string[] {
  const unread = plan?.kind === 'next' ? plan.unread : undefined;
  return [key, unread?.key].filter((each) => each !== undefined);
}

/**
 * The journal of a sheet for the worker that has a slice of it. What is appended is written soon, all that came
 * meanwhile together; `sync` resolves when it is committed. Each append says which taking of the slice it
 * belongs to, and which append this is: who has lost the slice writes nothing, and after a lost answer
 * nothing is written twice.
 */
export class SliceJournal implements JournalStore {
  readonly path: string;
  readonly isEmpty: boolean;
  readonly isBegun = true;
  readonly #database: Pick<SharedDatabase, 'ask'>;
  readonly #taking: Taking;
  readonly #time: Time;
  #waiting: Buffer[] = [];
  #writing: Promise<void> | undefined;
  #appends = 0;
  /** How many of the waiting are in the append that is under way, or whose answer was lost. */
  #batch = 0;
  #lost: JournalError | undefined;

  constructor(database: Pick<SharedDatabase, 'ask'>, taking: Taking, time: Time = realTime) {
    this.#database = database;
    this.#taking = taking;
    this.#time = time;
    this.path = taking.sheet;
    // Its first line was written before its run was cut into slices.
    this.isEmpty = false;
  }

  /** The slice is another worker's. */
  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  begin(): void {
    // It has begun.
  }

  assertInPlace(): void {
    if (this.#lost !== undefined) throw this.#lost;
  }

  append(lines: Buffer): void {
    // It would be refused.
    if (this.#lost !== undefined) return;
    this.#waiting.push(lines);
    this.#write().catch(() => undefined);
  }

  /** The next turn of the event loop: one commit for all rows of this one. */
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
    // The connections are those of the worker.
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    // What else is appended in this turn goes with it.
    await this.nextTurn();
    while (this.#waiting.length > 0 && this.#lost === undefined) {
      // What may have been written already is written again as it was, or not at all.
      this.#batch = this.#batch > 0 ? this.#batch : this.#waiting.length;
      const lines = Buffer.concat(this.#waiting.slice(0, this.#batch));
      await whileAway(() => this.#append(this.#appends + 1, lines), this.#time, answersAreKeptMs);
      this.#appends++;
      this.#waiting.splice(0, this.#batch);
      this.#batch = 0;
    }
  }

  async #append(number: number, lines: Buffer): Promise<void> {
    const { id, fence } = this.#taking;
    const facts = factsIn(lines);
    const written = await this.#database.ask(
      `WITH held AS (
         UPDATE slice SET appended = $3 WHERE id = $1 AND fence = $2 AND appended = $3 - 1 RETURNING sheet
       )
       INSERT INTO journal (owner, row, lines)
       SELECT held.sheet, fact.row, fact.line
       FROM held, unnest($4::text[], $5::text[]) WITH ORDINALITY AS fact(row, line, place)
       ORDER BY fact.place RETURNING 1`,
      ...[id, fence, number, facts.map(({ row }) => row), facts.map(({ line }) => line)],
    );
    if (written.length > 0) return;
    const [found] = await this.#database.ask(
      'SELECT 1 FROM slice WHERE id = $1 AND fence = $2 AND appended = $3',
      ...[id, fence, number],
    );
    // The answer to an append was lost, and it stands.
    if (found !== undefined) return;
    this.#lost = new JournalError({ code: 'journalChanged', journal: this.path });
    this.#waiting = [];
    throw this.#lost;
  }
}

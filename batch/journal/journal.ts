import {
  closeSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { messageOf, UsageError } from '../output/errors.js';
import type { ColumnsFact, Fact, RoundFact, RowFact } from './facts.js';
import { learn, readJournal, type StoredJournal } from './readJournal.js';
import type { Round } from './rounds.js';
import type { RowState } from './rowState.js';

const sync = promisify(fdatasync);
const turn = promisify(setImmediate);

/**
 * The append-only record of what was sent and what came of it, one JSON line a fact, beside the
 * sheet. It is what makes a row never be sent twice: keep it as long as the sheet.
 *
 * Facts are handed to the operating system at the end of the turn of the event loop in which they
 * are appended, all of them together, and survive the death of this process from then on; they
 * survive a power cut once `synced` resolves.
 */
export class Journal {
  readonly path: string;
  readonly #states: Map<string, RowState>;
  readonly #rounds: Round[];
  readonly #columns: StoredJournal['columns'];
  readonly #service: string;
  readonly #now: () => number;
  #descriptor: number | undefined;
  #length: number;
  /** What the system does not have yet. */
  #waiting: (RowFact | RoundFact | ColumnsFact)[] = [];
  #turnsEnd: NodeJS.Immediate | undefined;
  #failure: JournalError | undefined;
  #syncing: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  // Half a line stands at the end and cannot be cut off: the next fact would be glued to it.
  #spoilt: Error | undefined;
  // After a failed sync the system may drop what it held, and tell the next sync that all is well.
  #unsynced: JournalError | undefined;

  private constructor(path: string, service: string, now: () => number, stored: StoredJournal) {
    this.path = path;
    this.#service = service;
    this.#now = now;
    this.#states = stored.states;
    this.#rounds = stored.rounds;
    this.#columns = stored.columns;
    this.#length = stored.length;
  }

  /**
   * Opens the journal of a sheet for one service; the file begins with the first fact. Hold its
   * lock. Throws a UsageError when it is damaged or belongs to another service.
   */
  static async open(path: string, service: string, now: () => number): Promise<Journal> {
    const stored = await readJournal(path);
    if (stored.service !== undefined && stored.service !== service) {
      throw new UsageError(
        `This sheet was used with ${stored.service}, and its journal ${path} says so. To use it with ${service} too, use a copy of the sheet.`,
      );
    }
    return new Journal(path, service, now, stored);
  }

  /** What is known of a row; nothing for a row that was never sent. */
  state(row: string): RowState | undefined {
    return this.#states.get(row);
  }

  /** Everything that is known, by row key. */
  get states(): ReadonlyMap<string, RowState> {
    return this.#states;
  }

  /** The rounds of re-assessments, in their order. */
  get rounds(): readonly Round[] {
    return this.#rounds;
  }

  /** The headings of our columns by name, by sheet. */
  get columns(): ReadonlyMap<string, ColumnsFact['headings']> {
    return this.#columns;
  }

  /** Why not all facts could be handed to the system (full disk), when it was last tried. */
  get failure(): JournalError | undefined {
    return this.#failure;
  }

  /** Adds a fact. What cannot be written is kept, and tried again with every later fact. */
  append(fact: RowFact | RoundFact | ColumnsFact): void {
    this.#begun();
    this.#waiting.push(fact);
    this.#turnsEnd ??= setImmediate(this.#handOver);
    if (fact.fact === 'columns') this.#columns.set(fact.sheet, fact.headings);
    else learn(this.#states, this.#rounds, fact);
  }

  /**
   * Resolves when every intent appended so far is on the disk, and what else could be written; one
   * sync serves all who wait. Rejects with a JournalError when intents cannot be written, and takes
   * them back. Once a sync has failed it rejects for good: nothing more may be sent on the strength
   * of this journal.
   */
  synced(): Promise<void> {
    if (this.#unsynced !== undefined) return Promise.reject(this.#unsynced);
    if (this.#descriptor === undefined) return Promise.resolve();
    this.#next ??= this.#syncNext(this.#descriptor);
    return this.#next;
  }

  /** Tries once more to write what could not be written, gives it up, and says what it was and why. */
  unwritten(): { readonly facts: readonly Fact[]; readonly error: JournalError } | undefined {
    this.#handOver();
    if (this.#failure === undefined) return undefined;
    const unwritten = { facts: this.#waiting, error: this.#failure };
    [this.#waiting, this.#failure] = [[], undefined];
    return unwritten;
  }

  async close(): Promise<void> {
    try {
      this.#handOver();
      if (this.#failure !== undefined) throw this.#failure;
      await this.synced();
    } finally {
      if (this.#descriptor !== undefined) closeSync(this.#descriptor);
      this.#descriptor = undefined;
      process.off('exit', this.#handOverAtExit);
    }
  }

  async #syncNext(descriptor: number): Promise<void> {
    // The sync under way may have begun before the last fact; the next one covers it, and all that is
    // appended in the turn in which that one ends.
    await this.#syncing?.catch(() => undefined);
    await turn();
    this.#next = undefined;
    this.#syncing = this.#sync(descriptor);
    await this.#syncing;
  }

  async #sync(descriptor: number): Promise<void> {
    if (this.#unsynced !== undefined) throw this.#unsynced;
    this.#handOver();
    try {
      if (this.#failure !== undefined && this.#takeBackIntents(this.#failure.message))
        throw this.#failure;
      await sync(descriptor).catch((error: unknown) => {
        this.#unsynced = new JournalError(this.path, messageOf(error));
        throw this.#unsynced;
      });
    } finally {
      this.#syncing = undefined;
    }
  }

  /** True when there were any: who waits for them hears that they are not written, and sends nothing. */
  #takeBackIntents(reason: string): boolean {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((fact) => {
      if (fact.fact !== 'intent') return true;
      learn(this.#states, this.#rounds, { fact: 'released', row: fact.row, reason, at: fact.at });
      return false;
    });
    return this.#waiting.length < before;
  }

  /** What was to be sent has not been: nobody sends before a sync. */
  readonly #handOverAtExit = (): void => {
    this.#takeBackIntents('not_sent');
    this.#handOver();
  };

  /** Gives the system everything that waits. */
  readonly #handOver = (): void => {
    clearImmediate(this.#turnsEnd);
    this.#turnsEnd = undefined;
    if (this.#waiting.length === 0 || this.#descriptor === undefined) return;
    try {
      this.#write(this.#descriptor);
      this.#failure = undefined;
    } catch (error) {
      this.#failure = new JournalError(this.path, messageOf(error));
    }
  };

  #write(descriptor: number): void {
    if (this.#spoilt !== undefined) throw this.#spoilt;
    const isNew = this.#length === 0;
    const facts = isNew ? [this.#firstFact(), ...this.#waiting] : this.#waiting;
    const lines = Buffer.from(facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''));
    let written = 0;
    try {
      while (written < lines.length) written += writeSync(descriptor, lines, written);
    } catch (error) {
      // The lines that stand there completely stay.
      const whole = lines.subarray(0, lines.subarray(0, written).lastIndexOf('\n') + 1);
      const count = whole.toString().split('\n').length - 1;
      this.#length += whole.length;
      this.#waiting.splice(0, isNew ? count - 1 : count);
      this.#cut(descriptor);
      throw error;
    }
    this.#length += lines.length;
    this.#waiting = [];
    if (isNew) syncFolder(dirname(this.path));
  }

  #firstFact(): Fact {
    const at = new Date(this.#now()).toISOString();
    return { fact: 'journal', version: 1, service: this.#service, at };
  }

  #cut(descriptor: number): void {
    try {
      ftruncateSync(descriptor, this.#length);
    } catch (error) {
      this.#spoilt = error as Error;
    }
  }

  #begun(): void {
    if (this.#descriptor !== undefined) return;
    this.#descriptor = openForAppend(this.path);
    // Ctrl+C twice ends the process in the middle of a turn.
    process.on('exit', this.#handOverAtExit);
    // A line without its end is a fact that was never completed. The next must not be glued to it.
    if (fstatSync(this.#descriptor).size > this.#length) this.#cut(this.#descriptor);
  }
}

/** The journal cannot be kept. The run must stop: what is not written down may not be sent. */
export class JournalError extends Error {
  override readonly name = 'JournalError';

  constructor(path: string, reason: string) {
    super(`The journal ${path} cannot be written: ${reason}.`);
  }
}

/** Makes the name of a new file survive a power cut. Windows cannot, and need not. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return;
  }
}

function openForAppend(path: string): number {
  try {
    return openSync(path, 'a', 0o600);
  } catch (error) {
    throw new UsageError(
      `The journal ${path} cannot be written (${messageOf(error)}). It must stand where it can be kept: copy the sheet to a folder that you may write to, or use --journal.`,
    );
  }
}

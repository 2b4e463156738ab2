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
import type { Fact, RoundFact, RowFact } from './facts.js';
import { learn, readJournal, type StoredJournal } from './readJournal.js';
import type { Round } from './rounds.js';
import type { RowState } from './rowState.js';

const sync = promisify(fdatasync);
const turn = promisify(setImmediate);

/**
 * The append-only record of what was sent and what came of it, one JSON line a fact, beside the
 * sheet. It is what makes a row never be sent twice: keep it as long as the sheet.
 *
 * A fact is handed to the operating system when `append` returns, so that it survives the death of
 * this process; it survives a power cut once `synced` resolves.
 */
export class Journal {
  readonly path: string;
  readonly #states: Map<string, RowState>;
  readonly #rounds: Round[];
  readonly #service: string;
  readonly #now: () => number;
  #descriptor: number | undefined;
  #length: number;
  #syncing: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  // Half a line stands at the end and cannot be cut off: the next fact would be glued to it.
  #spoilt: string | undefined;
  // After a failed sync the system may drop what it held, and tell the next sync that all is well.
  #unsynced: JournalError | undefined;

  private constructor(path: string, service: string, now: () => number, stored: StoredJournal) {
    this.path = path;
    this.#service = service;
    this.#now = now;
    this.#states = stored.states;
    this.#rounds = stored.rounds;
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

  /** Adds a fact. Throws a JournalError, and adds nothing, when it cannot be written (full disk). */
  append(fact: RowFact | RoundFact): void {
    this.#write(fact);
    learn(this.#states, this.#rounds, fact);
  }

  /**
   * Resolves when everything appended so far is on the disk; one sync serves all who wait. Once a
   * sync has failed it rejects for good: nothing more may be sent on the strength of this journal.
   */
  synced(): Promise<void> {
    if (this.#unsynced !== undefined) return Promise.reject(this.#unsynced);
    if (this.#descriptor === undefined) return Promise.resolve();
    this.#next ??= this.#syncNext(this.#descriptor);
    return this.#next;
  }

  async close(): Promise<void> {
    try {
      await this.synced();
    } finally {
      if (this.#descriptor !== undefined) closeSync(this.#descriptor);
      this.#descriptor = undefined;
    }
  }

  async #syncNext(descriptor: number): Promise<void> {
    // The sync under way may have begun before the last fact; the next one covers it, and all that is
    // appended in the same turn.
    await (this.#syncing?.catch(() => undefined) ?? turn());
    this.#next = undefined;
    this.#syncing = this.#sync(descriptor);
    await this.#syncing;
  }

  async #sync(descriptor: number): Promise<void> {
    if (this.#unsynced !== undefined) throw this.#unsynced;
    try {
      await sync(descriptor);
    } catch (error) {
      this.#unsynced = new JournalError(this.path, messageOf(error));
      throw this.#unsynced;
    } finally {
      this.#syncing = undefined;
    }
  }

  #write(fact: Fact): void {
    const descriptor = this.#begun();
    if (this.#length === 0) {
      const at = new Date(this.#now()).toISOString();
      this.#writeLine(descriptor, { fact: 'journal', version: 1, service: this.#service, at });
      syncFolder(dirname(this.path));
    }
    this.#writeLine(descriptor, fact);
  }

  #writeLine(descriptor: number, fact: Fact): void {
    if (this.#spoilt !== undefined) throw new JournalError(this.path, this.#spoilt, fact);
    const line = Buffer.from(`${JSON.stringify(fact)}\n`);
    try {
      for (let written = 0; written < line.length;) {
        written += writeSync(descriptor, line, written);
      }
    } catch (error) {
      this.#cut(descriptor);
      throw new JournalError(this.path, messageOf(error), fact);
    }
    this.#length += line.length;
  }

  #cut(descriptor: number): void {
    try {
      ftruncateSync(descriptor, this.#length);
    } catch (error) {
      this.#spoilt = messageOf(error);
    }
  }

  #begun(): number {
    if (this.#descriptor !== undefined) return this.#descriptor;
    this.#descriptor = openForAppend(this.path);
    // A line without its end is a fact that was never completed. The next must not be glued to it.
    if (fstatSync(this.#descriptor).size > this.#length) this.#cut(this.#descriptor);
    return this.#descriptor;
  }
}

/** A fact could not be kept. The run must stop: what is not written down may not be sent. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  /** What could not be written; not given when it was written and could not be synced. */
  readonly fact: Fact | undefined;

  constructor(path: string, reason: string, fact?: Fact) {
    super(`The journal ${path} cannot be written: ${reason}.`);
    this.fact = fact;
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

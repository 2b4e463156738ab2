import { closeSync, fdatasync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { messageOf, UsageError } from '../output/errors.js';
import type { Fact, RowFact } from './facts.js';
import { readJournal, type StoredJournal } from './readJournal.js';
import { afterFact, type RowState } from './rowState.js';

const sync = promisify(fdatasync);

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
  readonly #service: string;
  readonly #now: () => number;
  #descriptor: number | undefined;
  #length: number;
  #syncing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  private constructor(path: string, service: string, now: () => number, stored: StoredJournal) {
    this.path = path;
    this.#service = service;
    this.#now = now;
    this.#states = stored.states;
    this.#length = stored.length;
  }

  /**
   * Opens the journal of a sheet for one service; the file begins with the first fact. Hold its lock. Throws a UsageError when
   * it is damaged, belongs to another service, or cannot be written.
   */
  static async open(path: string, service: string, now: () => number): Promise<Journal> {
    const stored = await readJournal(path);
    if (stored.service !== undefined && stored.service !== service) {
      throw new UsageError(
        `This sheet was assessed with ${stored.service}, and its journal ${path} says so. To assess it with ${service} too, use a copy of the sheet.`,
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

  /** Adds a fact. Throws, and adds nothing, when it cannot be written (full disk). */
  append(fact: RowFact): void {
    this.#write(fact);
    this.#states.set(fact.row, afterFact(this.#states.get(fact.row), fact));
  }

  /** Resolves when everything appended so far is on the disk. One sync serves all who wait. */
  synced(): Promise<void> {
    if (this.#descriptor === undefined) return Promise.resolve();
    if (this.#syncing === undefined) {
      this.#syncing = sync(this.#descriptor).finally(() => {
        this.#syncing = undefined;
      });
      return this.#syncing;
    }
    // The sync under way may have begun before the last fact; the next one covers it.
    this.#next ??= this.#syncing
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.synced();
      });
    return this.#next;
  }

  async close(): Promise<void> {
    await this.synced();
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }

  #write(fact: Fact): void {
    const line = Buffer.from(`${JSON.stringify(fact)}\n`);
    const descriptor = this.#begun();
    try {
      for (let written = 0; written < line.length;) {
        written += writeSync(descriptor, line, written);
      }
      this.#length += line.length;
    } catch (error) {
      ftruncateSync(descriptor, this.#length);
      throw new JournalError(this.path, messageOf(error), fact);
    }
  }

  #begun(): number {
    if (this.#descriptor !== undefined) return this.#descriptor;
    this.#descriptor = openForAppend(this.path);
    // A line without its end is a fact that was never completed. The next must not be glued to it.
    ftruncateSync(this.#descriptor, this.#length);
    if (this.#length === 0) {
      const at = new Date(this.#now()).toISOString();
      this.#write({ fact: 'journal', version: 1, service: this.#service, at });
    }
    return this.#descriptor;
  }
}

/** A fact could not be kept. The run must stop: what is not written down may not be sent. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  readonly fact: Fact;

  constructor(path: string, reason: string, fact: Fact) {
    super(`The journal ${path} cannot be written: ${reason}.`);
    this.fact = fact;
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

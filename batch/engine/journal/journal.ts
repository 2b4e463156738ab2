import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { WrittenHeadings } from '../intake/ownColumns.js';
import { type HashOf, hashKeyedBy } from '../intake/rowKey.js';
import { messageOf, UsageError } from '../errors.js';
import type { Fact, RoundFact, RowFact, SheetFact } from './facts.js';
import { JournalError } from './journalError.js';
import { JournalFile } from './journalFile.js';
import { CutShort, type JournalStore } from './journalStore.js';
import type { Known } from './known.js';
import type { Lock } from './lock.js';
import { readJournal, type StoredJournal } from './readJournal.js';
import type { Round } from './rounds.js';
import type { RowState } from './rowState.js';

const turn = promisify(setImmediate);

export interface JournalOptions {
  readonly service: string;
  readonly now: () => number;
  readonly lock?: Pick<Lock, 'lost'> | undefined;
}

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
  readonly #store: JournalStore;
  readonly #known: Known;
  readonly #service: string;
  /** Of a journal that begins now. */
  readonly #salt = randomBytes(16).toString('base64url');
  /** How this journal hashes requests, people and messages. */
  readonly hashOf: HashOf;
  readonly #now: () => number;
  readonly #lock: Pick<Lock, 'lost'> | undefined;
  /** What the system does not have yet. */
  #waiting: (RowFact | RoundFact | SheetFact)[] = [];
  #turnsEnd: NodeJS.Immediate | undefined;
  #failure: JournalError | undefined;
  #syncing: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  /**
   * Why nothing may be sent any more on the strength of this journal. After a failed sync the system
   * may drop what it held, and tell the next sync that all is well.
   */
  #final: JournalError | undefined;
  #isFinalTold = false;
  /** Another run may write into the file. */
  #isOthers = false;
  #reserve: ReturnType<JournalStore['reserve']>;

  /**
   * Of what was read from a store, for one service; the store takes the first line with the first fact.
   * When the lock is lost, nothing more is sent. Throws a UsageError for another service's journal.
   */
  constructor(store: JournalStore, stored: StoredJournal, { service, now, lock }: JournalOptions) {
    const { path } = store;
    const before = stored.known.service;
    if (before !== undefined && before !== service) {
      throw new UsageError({
        code: 'journalOfOtherService',
        ...{ journal: path, itsService: before, service },
      });
    }
    this.path = path;
    this.#store = store;
    this.#service = service;
    this.#now = now;
    this.#known = stored.known;
    const isBegun = stored.known.service !== undefined;
    this.hashOf = isBegun ? stored.known.hashOf : hashKeyedBy(this.#salt);
    this.#lock = lock;
  }

  /**
   * Opens the journal of a sheet for one service; the file begins with the first fact. Hold its
   * lock: when that is lost, nothing more is sent. A new one is for those who may use the file at
   * `sheet`. Throws a UsageError when the journal is damaged or belongs to another service.
   */
  static async open(
    path: string,
    service: string,
    now: () => number,
    lock?: Pick<Lock, 'lost'>,
    sheet?: string,
  ): Promise<Journal> {
    const stored = await readJournal(path);
    const store = new JournalFile(path, stored.length, sheet);
    try {
      return new Journal(store, stored, { service, now, lock });
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /** What is known of a row; nothing for a row that was never sent. */
  state(row: string): RowState | undefined {
    return this.#known.state(row);
  }

  /** The key of the row that an id of the service belongs to. */
  keyOfId(id: string): string | undefined {
    return this.#known.keyOfId(id);
  }

  /** True while nothing was ever written: there is no file. */
  get isNew(): boolean {
    return this.#known.service === undefined && this.#known.states.size === 0;
  }

  /** Everything that is known, by row key. */
  get states(): ReadonlyMap<string, RowState> {
    return this.#known.states;
  }

  /** The rounds of re-assessments, in their order. */
  get rounds(): readonly Round[] {
    return this.#known.rounds;
  }

  /** The headings of our columns by name, by sheet. */
  get columns(): ReadonlyMap<string, WrittenHeadings> {
    return this.#known.columns;
  }

  /** Hashes of the messages that were written into the sheet; undefined where none were noted. */
  get messages(): ReadonlySet<string> | undefined {
    return this.#known.messages;
  }

  /** False when it cannot be written, or the file or its lock is not this run's any more. */
  get isUsable(): boolean {
    return (this.#verify() ?? this.#failure) === undefined;
  }

  /**
   * Throws a JournalError when nothing may be sent: the disk is full, or the file or its lock is not
   * this run's any more.
   */
  assertUsable(): void {
    const error = this.#verify() ?? this.#failure;
    if (error !== undefined) throw error;
  }

  /**
   * Holds room for so many bytes of answers until {@link unwritten}. When the disk is full, they are
   * written into it, and nothing more can be sent. Throws a JournalError when there is no such room.
   */
  reserve(bytes: number): void {
    try {
      this.#reserve ??= this.#store.reserve(bytes);
    } catch (error) {
      throw cannotWrite(this.path, error);
    }
  }

  /** Adds a fact. What cannot be written is kept, and tried again with every later fact. */
  append(fact: RowFact | RoundFact | SheetFact): void {
    // Another run may have sent a row since, so that this one must not say that it may be sent.
    if (this.#isOthers && !outcomes.has(fact.fact)) return;
    this.#begin();
    if (this.#known.needsWritten && fact.fact !== 'written') {
      this.#add({ fact: 'written', ids: [], at: fact.at });
    }
    this.#add(fact);
    this.#turnsEnd ??= setImmediate(this.#handOver);
  }

  /**
   * Adds a fact that can be done without: what cannot be written of it is given up. Then a row waits
   * for a person, or a message of ours is taken for a person's.
   */
  appendIfPossible(fact: SheetFact): void {
    this.#handOver();
    if ((this.#final ?? this.#failure) !== undefined) return;
    this.append(fact);
    this.#handOver();
    if (this.#failure !== undefined) [this.#waiting, this.#failure] = [[], undefined];
  }

  /** Notes what a sheet shows of what the service made, where that is news. */
  noteShown(ids: Iterable<string | undefined>): void {
    const at = new Date(this.#now()).toISOString();
    const news = new Set<string>();
    const append = () => {
      if (news.size > 0) this.appendIfPossible({ fact: 'written', ids: [...news], at });
      news.clear();
    };
    for (const id of ids) {
      if (id !== undefined && this.#known.isUnshown(id)) news.add(id);
      if (news.size === mostIds) append();
    }
    append();
  }

  #add(fact: RowFact | RoundFact | SheetFact): void {
    this.#waiting.push(fact);
    this.#known.learn(fact);
  }

  /**
   * Resolves when every intent appended so far is on the disk, and what else could be written; one
   * sync serves all who wait. Rejects with a JournalError when intents cannot be written, and takes
   * them back. Once a sync has failed, or the file or its lock is lost, it rejects for good.
   */
  synced(): Promise<void> {
    if (this.#final !== undefined) return Promise.reject(this.#final);
    if (!this.#store.isBegun) return Promise.resolve();
    this.#next ??= this.#syncNext();
    return this.#next;
  }

  /**
   * To be called when all is done: tries once more to write what could not be written, gives it up,
   * and says what it was and why; and why nothing more could be sent.
   */
  unwritten(): { readonly facts: readonly Fact[]; readonly error: JournalError } | undefined {
    this.#verify();
    this.#handOver();
    this.#release();
    const error = this.#final ?? this.#failure;
    if (error === undefined) return undefined;
    const isWritten = this.#failure === undefined && this.#store.isBegun;
    const facts = isWritten ? [] : this.#waiting;
    [this.#waiting, this.#failure, this.#isFinalTold] = [[], undefined, this.#final !== undefined];
    return { facts, error };
  }

  /** Throws a JournalError for what {@link unwritten} has not told. */
  async close(): Promise<void> {
    try {
      this.#handOver();
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#final === undefined) await this.synced();
      // After the last sending; what came of it is written.
      else await this.#store.sync().catch(() => undefined);
      if (this.#final !== undefined && !this.#isFinalTold) throw this.#final;
    } finally {
      this.#release();
      this.#store.close();
    }
  }

  async #syncNext(): Promise<void> {
    // The sync under way may have begun before the last fact; the next one covers it, and all that is
    // appended in the turn in which that one ends.
    await this.#syncing?.catch(() => undefined);
    await turn();
    this.#next = undefined;
    this.#syncing = this.#sync();
    await this.#syncing;
  }

  async #sync(): Promise<void> {
    try {
      this.#handOver();
      if (this.#final !== undefined) throw this.#final;
      if (this.#failure !== undefined && this.#takeBackIntents()) throw this.#failure;
      await this.#store.sync().catch((error: unknown) => {
        this.#final = cannotWrite(this.path, error);
        throw this.#final;
      });
      // Only now: who takes over the lock from here on finds the intents in the journal.
      const error = this.#verify();
      if (error !== undefined) throw error;
    } finally {
      this.#syncing = undefined;
    }
  }

  /** Why nothing more may be sent, after a look whether the file and the lock are still this run's. */
  #verify(): JournalError | undefined {
    if (this.#final !== undefined) return this.#final;
    try {
      this.#store.assertInPlace();
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      this.#final = error;
      return error;
    }
    const lost = this.#lock?.lost();
    if (lost === undefined) return undefined;
    this.#isOthers = true;
    this.#takeBackIntents();
    this.#waiting = this.#waiting.filter(({ fact }) => outcomes.has(fact));
    return (this.#final = new JournalError(lost));
  }

  /** True when there were any: who waits for them hears that they are not written, and sends nothing. */
  #takeBackIntents(): boolean {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((fact) => {
      if (fact.fact !== 'intent') return true;
      this.#known.learn({ fact: 'released', row: fact.row, reason: 'not_sent', at: fact.at });
      return false;
    });
    return this.#waiting.length < before;
  }

  /**
   * Ctrl+C twice ends the process in the middle of a turn. What was to be sent has not been: nobody
   * sends before a sync.
   */
  readonly #handOverAtExit = (): void => {
    this.#takeBackIntents();
    this.#handOver();
  };

  /** Gives the system everything that waits. */
  readonly #handOver = (): void => {
    clearImmediate(this.#turnsEnd);
    this.#turnsEnd = undefined;
    if (this.#waiting.length === 0) return;
    const stopped = this.#verify();
    if (stopped !== undefined) this.#takeBackIntents();
    if (this.#waiting.length === 0 || !this.#store.isBegun) return;
    const isNew = this.#store.isEmpty;
    const facts = isNew ? [this.#firstFact(), ...this.#waiting] : this.#waiting;
    const lines = Buffer.from(facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''));
    try {
      this.#store.append(lines);
      this.#waiting = [];
      this.#failure = undefined;
    } catch (error) {
      if (error instanceof JournalError) {
        this.#final = error;
        this.#takeBackIntents();
        return;
      }
      if (!(error instanceof CutShort)) throw error;
      const count = lines.subarray(0, error.bytes).toString().split('\n').length - 1;
      this.#waiting.splice(0, isNew ? Math.max(0, count - 1) : count);
      this.#failure = cannotWrite(this.path, error);
      if (this.#reserve === undefined) return;
      this.#final ??= this.#failure;
      this.#release();
      this.#handOver();
    }
  };

  #release(): void {
    this.#reserve?.release();
    this.#reserve = undefined;
  }

  #firstFact(): Fact {
    const at = new Date(this.#now()).toISOString();
    return { fact: 'journal', version: 3, service: this.#service, salt: this.#salt, at };
  }

  #begin(): void {
    if (this.#store.isBegun || this.#final !== undefined) return;
    try {
      this.#store.begin(this.#handOverAtExit);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      this.#final = error;
    }
  }
}

/** A fact has so many ids at the most: of 300,000, a single line would take 40 MB to make. */
const mostIds = 10_000;

/** Facts that stay true whatever another run has sent meanwhile. */
const outcomes: ReadonlySet<Fact['fact']> = new Set([
  ...(['created', 'scored', 'done', 'unconfirmed', 'written'] as const),
]);

function cannotWrite(journal: string, error: unknown): JournalError {
  return new JournalError({ code: 'journalWriteFailed', journal, reason: messageOf(error) });
}

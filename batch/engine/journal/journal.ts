import { randomBytes } from 'node:crypto';
import { isSameService, readBaseUrl } from '../../../src/baseUrl.js';
import type { WrittenHeadings } from '../intake/writtenHeadings.js';
import { journalHash } from '../identity/reference.js';
import { type HashOf, hashKeyedBy } from '../intake/rowKey.js';
import { UsageError } from '../errors.js';
import { journalVersion, type SheetFact } from './facts.js';
import type { JournalStore } from './journalStore.js';
import { type AddedFact, JournalWriter, type Unwritten } from './journalWriter.js';
import type { JournalState } from './journalState.js';
import type { Lock } from './heldLock.js';
import type { Round } from './rounds.js';
import type { RowState } from './rowState.js';
import type { StoredJournal } from './storedJournal.js';

/** Settings of a journal besides its store. */
export interface JournalOptions {
  readonly service: string;
  /** Other base URLs that a person has confirmed for the service, whatever the journal contains. */
  readonly alsoKnownAs?: readonly string[] | undefined;
  /** A person has confirmed that the journal's service has this base URL now: see {@link Journal.noteService}. */
  readonly isSameService?: boolean | undefined;
  readonly now: () => number;
  readonly lock?: Pick<Lock, 'lost'> | undefined;
  /** The salt of a journal that begins now; random unless given. */
  readonly salt?: string | undefined;
  /** The journal in the references of its rows, where its salt is also that of other journals. */
  readonly referenceHash?: string | undefined;
}

/**
 * The append-only record of what was sent and what resulted, one JSON line per fact, beside the
 * sheet. It ensures that no row is sent twice: keep it as long as the sheet.
 *
 * Facts are handed to the operating system at the end of the turn of the event loop in which they
 * are appended, all of them together, and survive the death of this process from then on; they
 * survive a power cut once `synced` resolves.
 */
export class Journal {
  readonly path: string;
  readonly #known: JournalState;
  readonly #service: string;
  readonly #writer: JournalWriter;
  /** How this journal hashes requests, people and messages. */
  readonly hashOf: HashOf;
  /** The journal in the references of its rows. */
  readonly referenceHash: string;
  readonly #now: () => number;
  readonly #inFlight = new Set<string>();

  /**
   * A journal for one service, with what was read from its store. The first line is written together
   * with the first fact. When the lock is lost, nothing more is sent. Throws a UsageError for another
   * service's journal.
   */
  constructor(store: JournalStore, stored: StoredJournal, options: JournalOptions) {
    const { service, alsoKnownAs = [], now, lock } = options;
    const { salt = randomBytes(16).toString('base64url') } = options;
    const { path } = store;
    const before = stored.known.service;
    const isOfOther = stored.known.isOfOtherService(service, ...alsoKnownAs);
    const isConfirmed = options.isSameService === true && readBaseUrl(before ?? '').ok;
    if (before !== undefined && isOfOther && !isConfirmed) {
      throw new UsageError({
        code: 'journalOfOtherService',
        ...{ journal: path, itsService: before, service },
      });
    }
    this.path = path;
    this.#service = service;
    this.#now = now;
    this.#known = stored.known;
    this.hashOf = before === undefined ? hashKeyedBy(salt) : stored.known.hashOf;
    const own = before === undefined ? journalHash(salt) : stored.known.referenceHash;
    this.referenceHash = options.referenceHash ?? own;
    this.#writer = new JournalWriter(store, {
      lock,
      firstFact: () => ({
        fact: 'journal',
        version: journalVersion,
        service,
        salt,
        at: this.#time(),
      }),
      takenBack: (fact) => {
        this.#learn(fact);
      },
    });
  }

  /** The state of a row; undefined for a row that was never sent. */
  state(row: string): RowState | undefined {
    return this.#known.state(row);
  }

  /**
   * True while a request that was recorded by this object has no outcome yet. An older intent without an outcome
   * is not in flight: the process that sent it has ended.
   */
  isInFlight(row: string): boolean {
    return this.#inFlight.has(row);
  }

  /** The key of the row that an id of the service belongs to. */
  findKeyById(id: string): string | undefined {
    return this.#known.findKeyById(id);
  }

  /** True while nothing was written, so there is no file. */
  get isNew(): boolean {
    return this.#known.service === undefined && this.#known.states.size === 0;
  }

  /** True for a base URL of the journal's service, also for one that a person has confirmed. */
  isOwnService(service: string): boolean {
    if (isSameService(service, this.#service)) return true;
    return this.#known.states.size > 0 && this.#known.isOwnService(service);
  }

  /** True if a person confirmed that sheets that were used with other services do not count. */
  get ignoresOtherServices(): boolean {
    return this.#known.ignoresOtherServices;
  }

  /** Records what a person has confirmed about the service of this run, or its first service with rows. */
  noteService(confirmed: { readonly ignoresOtherServices: boolean }): void {
    const at = this.#time();
    if (this.#known.service !== undefined && !this.#known.isOwnService(this.#service)) {
      this.append({ fact: 'service', service: this.#service, at });
    }
    if (confirmed.ignoresOtherServices && !this.ignoresOtherServices) {
      this.append({ fact: 'other_service', at });
    }
  }

  /** The states of all rows, by key. */
  get states(): ReadonlyMap<string, RowState> {
    return this.#known.states;
  }

  /** The rounds of reassessments, in their order. */
  get rounds(): readonly Round[] {
    return this.#known.rounds;
  }

  /** The headings of our columns by name, by sheet. */
  get columns(): ReadonlyMap<string, WrittenHeadings> {
    return this.#known.columns;
  }

  /** True once another run may have the lock of the sheet: this one must not write into the sheet. */
  get isTakenOver(): boolean {
    return this.#writer.isTakenOver;
  }

  /** False when it cannot be written, or the file or its lock is not this run's any more. */
  get isUsable(): boolean {
    return this.#writer.problem === undefined;
  }

  /**
   * Throws a JournalError when nothing may be sent: the disk is full, or the file or its lock is not
   * this run's any more.
   */
  assertUsable(): void {
    const { problem } = this.#writer;
    if (problem !== undefined) throw problem;
  }

  /**
   * Resolves when the journal has its first line, and all else that was appended: others may append to it from
   * now on. Rejects with a JournalError.
   */
  async begin(): Promise<void> {
    this.#writer.begin();
    await this.synced();
  }

  /** Adds a fact. If it cannot be written, it is kept and tried again with every later fact. */
  append(fact: AddedFact): void {
    if (!this.#writer.takes(fact)) return;
    this.#writer.add(fact);
    this.#learn(fact);
  }

  /**
   * Adds a fact that is not essential: if it cannot be written, it is dropped. Then a row waits for
   * a person, or one of our messages is taken for a person's.
   */
  appendIfPossible(fact: SheetFact): void {
    this.#writer.optionally(() => {
      this.append(fact);
    });
  }

  /** Records which IDs a sheet shows; returns true if that was new. */
  noteShown(ids: Iterable<string | undefined>): boolean {
    const at = this.#time();
    const news = new Set<string>();
    let isNews = false;
    const append = () => {
      isNews ||= news.size > 0;
      if (news.size > 0) this.appendIfPossible({ fact: 'written', ids: [...news], at });
      news.clear();
    };
    for (const id of ids) {
      if (id !== undefined && this.#known.isUnshown(id)) news.add(id);
      if (news.size === maxIds) append();
    }
    append();
    return isNews;
  }

  /** Records IDs that a sheet shows and is about to show no longer. */
  noteDisplaced(ids: readonly string[]): void {
    const shown = ids.filter(
      (id) => this.findKeyById(id) !== undefined && !this.#known.isUnshown(id),
    );
    for (let first = 0; first < shown.length; first += maxIds) {
      const some = shown.slice(first, first + maxIds);
      this.append({ fact: 'displaced', ids: some, at: this.#time() });
    }
  }

  /**
   * Resolves when every intent appended so far is on the disk, and what else could be written; one
   * sync serves all who wait. Rejects with a JournalError when intents cannot be written, and takes
   * them back. Once a sync has failed, or the file or its lock is lost, it rejects for good.
   */
  synced(): Promise<void> {
    return this.#writer.synced();
  }

  /**
   * Tries once more to write what could not be written, then gives it up. Returns these facts with
   * the reason, or why nothing more could be sent. Call it when all is done.
   */
  unwritten(): Unwritten | undefined {
    return this.#writer.unwritten();
  }

  /** Throws a JournalError for a failure that {@link unwritten} has not returned. */
  close(): Promise<void> {
    return this.#writer.close();
  }

  #learn(fact: AddedFact): void {
    this.#known.learn(fact);
    if (fact.fact === 'intent') this.#inFlight.add(fact.row);
    else if ('row' in fact) this.#inFlight.delete(fact.row);
  }

  /** Now, ISO 8601. */
  #time(): string {
    return new Date(this.#now()).toISOString();
  }
}

/** Longer lists of IDs are split: one line with 300,000 IDs needs 40 MB of memory. */
const maxIds = 10_000;

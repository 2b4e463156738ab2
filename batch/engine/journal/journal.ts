import { randomBytes } from 'node:crypto';
import { isSameService, readBaseUrl } from '../../../src/baseUrl.js';
import type { WrittenHeadings } from '../intake/headingNames.js';
import { journalHash } from '../identity/reference.js';
import { type ComputeHash, hashKeyedBy } from '../intake/rowKey.js';
import { UsageError } from '../errors.js';
import { journalVersion, type RunFact, type SheetFact } from './facts.js';
import type { JournalStore, Lock } from './journalStore.js';
import { type AddedFact, JournalWriter, type Unwritten } from './journalWriter.js';
import type { JournalState } from './journalState.js';
import type { Round } from './rounds.js';
import type { RowState } from './rowState.js';
import type { StoredJournal } from './storedJournal.js';

/** Settings of a journal besides its store. */
export interface JournalOptions {
  readonly service: string;
  /**
   * Other base URLs of the service that a person confirmed, in addition to those in the journal.
   */
  readonly alsoKnownAs?: readonly string[] | undefined;
  /**
   * True if a person confirmed that `service` is now the base URL of the journal's service: see
   * {@link Journal.noteService}.
   */
  readonly isSameService?: boolean | undefined;
  readonly now: () => number;
  readonly lock?: Pick<Lock, 'lost'> | undefined;
  /** The command that opened the journal. It is recorded before the first fact that it adds. */
  readonly run?: RunFact | undefined;
  /** The salt of a new journal; by default, a random one. */
  readonly salt?: string | undefined;
  /** The hash that identifies the journal in references, if other journals share its salt. */
  readonly referenceHash?: string | undefined;
}

/**
 * The append-only record of requests and their results, one JSON line per fact, in a file beside
 * the sheet or in another store. It ensures that no row is sent twice, so keep it as long as the
 * sheet.
 *
 * All facts that are appended in one turn of the event loop are written at the end of the turn. In
 * a file, they then survive the death of the process; once `synced` resolves, they also survive a
 * power cut.
 */
export class Journal {
  readonly path: string;
  readonly #known: JournalState;
  readonly #service: string;
  readonly #writer: JournalWriter;
  /** The hash function for requests and people. */
  readonly computeHash: ComputeHash;
  /** The hash that identifies the journal in references. */
  readonly referenceHash: string;
  readonly #now: () => number;
  readonly #inFlight = new Set<string>();
  /** The command that opened the journal, until it is recorded. */
  #run: RunFact | undefined;
  /** Facts from the journals of other sheets, until they are recorded. */
  #learned: AddedFact[] = [];

  /**
   * Creates a journal for one service from the stored facts. The first line is written with the
   * first fact, or by {@link begin}. Throws a UsageError for a journal with rows of another
   * service, unless a person confirmed that the service is the same.
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
        journal: path,
        itsService: before,
        service,
      });
    }
    this.path = path;
    this.#service = service;
    this.#now = now;
    this.#run = options.run;
    this.#known = stored.known;
    this.computeHash = before === undefined ? hashKeyedBy(salt) : stored.known.computeHash;
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
      onIntentTakenBack: (fact) => {
        this.#apply(fact);
      },
    });
  }

  /** Returns the state of a row; undefined if the journal has no fact about it. */
  state(row: string): RowState | undefined {
    return this.#known.state(row);
  }

  /**
   * Returns true while a request that this object recorded has no outcome. An older intent without
   * an outcome does not count, because the process that recorded it has ended.
   */
  isInFlight(row: string): boolean {
    return this.#inFlight.has(row);
  }

  /** Returns the key of the row that an ID of the service belongs to. */
  findKeyById(id: string): string | undefined {
    return this.#known.findKeyById(id);
  }

  /** True if the journal was empty when it was opened, and has no fact about a row. */
  get isNew(): boolean {
    return this.#known.service === undefined && this.#known.states.size === 0;
  }

  /** True if there is a journal for the next run, even if this run could not add to it. */
  get isStored(): boolean {
    return this.#writer.isStored;
  }

  /**
   * Returns true for a base URL of the journal's service, including those that a person confirmed.
   */
  isOwnService(service: string): boolean {
    if (isSameService(service, this.#service)) return true;
    return this.#known.states.size > 0 && this.#known.isOwnService(service);
  }

  /** True if a person confirmed that sheets used with other services do not matter. */
  get ignoresOtherServices(): boolean {
    return this.#known.ignoresOtherServices;
  }

  /** Records a person's confirmations about the service, or the service of the first rows. */
  noteService(confirmed: { readonly ignoresOtherServices: boolean }): void {
    const at = this.#time();
    if (this.#known.service !== undefined && !this.#known.isOwnService(this.#service)) {
      this.append({ fact: 'service', service: this.#service, at });
    }
    if (confirmed.ignoresOtherServices && !this.ignoresOtherServices) {
      this.append({ fact: 'other_service', at });
    }
  }

  /** The states of all rows by key. */
  get states(): ReadonlyMap<string, RowState> {
    return this.#known.states;
  }

  /** The rounds of reassessments in order. */
  get rounds(): readonly Round[] {
    return this.#known.rounds;
  }

  /** The headings of our columns, by sheet and column name. */
  get columns(): ReadonlyMap<string, WrittenHeadings> {
    return this.#known.columns;
  }

  /**
   * True once another run may have the lock of the sheet: this run must not write into the sheet.
   */
  get isTakenOver(): boolean {
    return this.#writer.isTakenOver;
  }

  /** False if the journal cannot be written, or its file or lock was lost. */
  get isUsable(): boolean {
    return this.#writer.problem === undefined;
  }

  /**
   * Throws a JournalError if nothing may be sent: the journal cannot be written, or its file or
   * lock was lost.
   */
  assertUsable(): void {
    const { problem } = this.#writer;
    if (problem !== undefined) throw problem;
  }

  /**
   * Resolves to true when the first line and all appended facts are written, so that others may
   * append, and to false if the first line cannot be written. Rejects with an OperatingError if
   * the journal cannot be opened for writing, and with a JournalError like {@link synced}.
   */
  async begin(): Promise<boolean> {
    if (!this.#writer.begin()) return false;
    await this.synced();
    return true;
  }

  /**
   * Adds a fact. If it cannot be written, it is retried with every later fact. Once another run may
   * have the lock, adds only facts that remain true.
   */
  append(fact: AddedFact): void {
    if (!this.#writer.accepts(fact)) return;
    this.#addRun();
    this.recordLearned();
    this.#writer.add(fact);
    this.#apply(fact);
  }

  /**
   * Adds facts from the journals of other sheets about assessments whose IDs this sheet shows. They
   * are written with the next fact that is appended, because reading a sheet changes no journal.
   */
  learn(facts: readonly AddedFact[]): void {
    for (const fact of facts) this.#known.apply(fact);
    const ids = facts.flatMap((fact) => (fact.fact === 'created' ? [fact.assessmentId] : []));
    const shown = [...this.#listUnshown(ids)];
    for (const fact of shown) this.#known.apply(fact);
    this.#learned = [...this.#learned, ...facts, ...shown];
  }

  /** Writes the facts from {@link learn}. Returns true if there were any. */
  recordLearned(): boolean {
    const learned = this.#learned;
    if (learned.length === 0) return false;
    this.#learned = [];
    this.#addRun();
    for (const fact of learned) this.#writer.add(fact);
    return true;
  }

  /**
   * Adds a fact, and drops it if it cannot be written. Without this fact, a later run may let a row
   * wait for a person, or keep one of our messages as a person's text.
   */
  appendIfPossible(fact: SheetFact): void {
    this.#writer.optionally(() => {
      this.append(fact);
    });
  }

  /**
   * Records the IDs that a sheet shows; returns true if at least one of them was not shown before.
   */
  noteShown(ids: Iterable<string | undefined>): boolean {
    let hasRecorded = false;
    for (const fact of this.#listUnshown(ids)) {
      this.appendIfPossible(fact);
      hasRecorded = true;
    }
    return hasRecorded;
  }

  /** Yields facts for those of the IDs that no sheet has shown. */
  *#listUnshown(ids: Iterable<string | undefined>): Generator<SheetFact> {
    const at = this.#time();
    const unshown = new Set<string>();
    for (const id of ids) {
      if (id !== undefined && this.#known.isUnshown(id)) unshown.add(id);
      if (unshown.size < maxIds) continue;
      yield { fact: 'written', ids: [...unshown], at };
      unshown.clear();
    }
    if (unshown.size > 0) yield { fact: 'written', ids: [...unshown], at };
  }

  /** Records that a run is about to replace these IDs. Skips IDs that no sheet shows. */
  noteDisplaced(ids: readonly string[]): void {
    const shown = ids.filter(
      (id) => this.findKeyById(id) !== undefined && !this.#known.isUnshown(id),
    );
    for (let first = 0; first < shown.length; first += maxIds) {
      const batch = shown.slice(first, first + maxIds);
      this.append({ fact: 'displaced', ids: batch, at: this.#time() });
    }
  }

  /**
   * Resolves when every intent appended so far is on the disk, and all other facts that could be
   * written. One sync serves all callers. If intents cannot be written, it takes them back and
   * rejects with a JournalError. After the loss of the file or lock, or a sync that failed for
   * good, it always rejects.
   */
  synced(): Promise<void> {
    return this.#writer.synced();
  }

  /**
   * Resolves when the store has tried to write everything, even if it writes after `append` has
   * returned. Call this before `unwritten`.
   */
  settled(): Promise<void> {
    return this.#writer.settled();
  }

  /**
   * Tries once more to write the remaining facts, then drops them. Returns them with the reason,
   * or the reason why nothing more may be sent. Call it at the end.
   */
  unwritten(): Unwritten | undefined {
    return this.#writer.unwritten();
  }

  /**
   * Closes the journal. Throws a JournalError for a failure that {@link unwritten} has not
   * returned.
   */
  close(): Promise<void> {
    return this.#writer.close();
  }

  #addRun(): void {
    if (this.#run !== undefined) this.#writer.add(this.#run);
    this.#run = undefined;
  }

  #apply(fact: AddedFact): void {
    this.#known.apply(fact);
    if (fact.fact === 'intent') this.#inFlight.add(fact.row);
    else if ('row' in fact) this.#inFlight.delete(fact.row);
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }
}

/** The most IDs in one fact: a line with 300,000 IDs needs 40 MB of memory. */
const maxIds = 10_000;

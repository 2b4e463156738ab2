import { randomBytes } from 'node:crypto';
import { isSameService, readBaseUrl } from '../../../src/baseUrl.js';
import type { WrittenHeadings } from '../intake/headingNames.js';
import { hashJournalSalt } from '../identity/reference.js';
import { type ComputeHash, createSaltedHash } from '../intake/rowKey.js';
import { UsageError } from '../errors.js';
import { journalVersion, type RunFact, type SheetFact } from './facts.js';
import type { JournalStore, Lock } from './journalStore.js';
import { type AddedFact, JournalWriter, type UnwrittenFacts } from './journalWriter.js';
import type { JournalState } from './journalState.js';
import type { Round } from './rounds.js';
import type { RowState } from './rowState.js';
import type { StoredJournal } from './storedJournal.js';

export interface JournalOptions {
  readonly service: string;
  /** Other base URLs of the service that a person confirmed. */
  readonly alsoKnownAs?: readonly string[] | undefined;
  /** A person confirmed that the base URL has changed: see {@link Journal.noteService}. */
  readonly isSameService?: boolean | undefined;
  readonly now: () => number;
  readonly lock?: Pick<Lock, 'findLoss'> | undefined;
  /** Recorded before the first fact of this command. */
  readonly run?: RunFact | undefined;
  readonly salt?: string | undefined;
  /** Set if other journals share the salt. */
  readonly referenceHash?: string | undefined;
}

/**
 * The append-only record of requests, which ensures that no row is sent twice. All facts of a turn
 * of the event loop are written together. In a file, they then survive the death of the process;
 * once `waitForSync` resolves, they also survive a power cut.
 */
export class Journal {
  readonly path: string;
  readonly #known: JournalState;
  readonly #service: string;
  readonly #writer: JournalWriter;
  readonly computeHash: ComputeHash;
  readonly referenceHash: string;
  readonly #now: () => number;
  readonly #inFlight = new Set<string>();
  #run: RunFact | undefined;
  /** Facts from the journals of other sheets, until they are recorded. */
  #learned: AddedFact[] = [];

  /** Throws a UsageError for a journal of another service, unless a person confirmed the URL. */
  constructor(store: JournalStore, stored: StoredJournal, options: JournalOptions) {
    const { service, alsoKnownAs = [], now, lock } = options;
    const { salt = randomBytes(16).toString('base64url') } = options;
    const { path } = store;
    const recordedService = stored.known.service;
    const isOfOther = stored.known.isOfOtherService(service, ...alsoKnownAs);
    const isConfirmed = options.isSameService === true && readBaseUrl(recordedService ?? '').ok;
    if (recordedService !== undefined && isOfOther && !isConfirmed) {
      throw new UsageError({
        code: 'journalOfOtherService',
        journal: path,
        itsService: recordedService,
        service,
      });
    }
    this.path = path;
    this.#service = service;
    this.#now = now;
    this.#run = options.run;
    this.#known = stored.known;
    this.computeHash =
      recordedService === undefined ? createSaltedHash(salt) : stored.known.computeHash;
    const own = recordedService === undefined ? hashJournalSalt(salt) : stored.known.referenceHash;
    this.referenceHash = options.referenceHash ?? own;
    this.#writer = new JournalWriter(store, {
      lock,
      firstFact: () => ({
        fact: 'journal',
        version: journalVersion,
        service,
        salt,
        at: this.#getIsoTime(),
      }),
      onIntentTakenBack: (fact) => {
        this.#apply(fact);
      },
    });
  }

  state(row: string): RowState | undefined {
    return this.#known.state(row);
  }

  /** An older intent does not count, because the process that recorded it has ended. */
  isInFlight(row: string): boolean {
    return this.#inFlight.has(row);
  }

  findKeyById(id: string): string | undefined {
    return this.#known.findKeyById(id);
  }

  get isNew(): boolean {
    return this.#known.service === undefined && this.#known.states.size === 0;
  }

  /** True if there is a journal for the next run, even if this run could not add to it. */
  get isStored(): boolean {
    return this.#writer.isStored;
  }

  isOwnService(service: string): boolean {
    if (isSameService(service, this.#service)) return true;
    return this.#known.states.size > 0 && this.#known.isOwnService(service);
  }

  get ignoresOtherServices(): boolean {
    return this.#known.ignoresOtherServices;
  }

  /** Records a person's confirmations about the service, or the service of the first rows. */
  noteService(confirmed: { readonly ignoresOtherServices: boolean }): void {
    const at = this.#getIsoTime();
    if (this.#known.service !== undefined && !this.#known.isOwnService(this.#service)) {
      this.append({ fact: 'service', service: this.#service, at });
    }
    if (confirmed.ignoresOtherServices && !this.ignoresOtherServices) {
      this.append({ fact: 'other_service', at });
    }
  }

  get states(): ReadonlyMap<string, RowState> {
    return this.#known.states;
  }

  get rounds(): readonly Round[] {
    return this.#known.rounds;
  }

  get columns(): ReadonlyMap<string, WrittenHeadings> {
    return this.#known.columns;
  }

  /** True once another run may have the lock: this run must not write into the sheet. */
  get isTakenOver(): boolean {
    return this.#writer.isTakenOver;
  }

  get isUsable(): boolean {
    return this.#writer.problem === undefined;
  }

  /** Throws a JournalError if the journal cannot be written, or its file or lock was lost. */
  assertUsable(): void {
    const { problem } = this.#writer;
    if (problem !== undefined) throw problem;
  }

  /**
   * Resolves to true when the journal has its first line, and to false if that cannot be written.
   * Rejects with an OperatingError if the journal cannot be opened, and like {@link waitForSync}.
   */
  async begin(): Promise<boolean> {
    if (!this.#writer.begin()) return false;
    await this.waitForSync();
    return true;
  }

  /** Retries unwritten facts with every later fact. After a takeover, adds only outcomes. */
  append(fact: AddedFact): void {
    if (!this.#writer.accepts(fact)) return;
    this.#addRun();
    this.recordLearned();
    this.#writer.add(fact);
    this.#apply(fact);
  }

  /**
   * The facts are written with the next appended fact, because reading a sheet changes no journal.
   */
  learn(facts: readonly AddedFact[]): void {
    for (const fact of facts) this.#known.apply(fact);
    const ids = facts.flatMap((fact) => (fact.fact === 'created' ? [fact.assessmentId] : []));
    const shown = [...this.#listUnshown(ids)];
    for (const fact of shown) this.#known.apply(fact);
    this.#learned = [...this.#learned, ...facts, ...shown];
  }

  recordLearned(): boolean {
    const learned = this.#learned;
    if (learned.length === 0) return false;
    this.#learned = [];
    this.#addRun();
    for (const fact of learned) this.#writer.add(fact);
    return true;
  }

  /**
   * If the fact is missing, a later run may block a row, or keep our message as a person's text.
   */
  appendIfPossible(fact: SheetFact): void {
    this.#writer.tryToAdd(() => {
      this.append(fact);
    });
  }

  /** Returns true if at least one of the IDs was not shown before. */
  noteShown(ids: Iterable<string | undefined>): boolean {
    let hasRecorded = false;
    for (const fact of this.#listUnshown(ids)) {
      this.appendIfPossible(fact);
      hasRecorded = true;
    }
    return hasRecorded;
  }

  *#listUnshown(ids: Iterable<string | undefined>): Generator<SheetFact> {
    const at = this.#getIsoTime();
    const unshown = new Set<string>();
    for (const id of ids) {
      if (id !== undefined && this.#known.isUnshown(id)) unshown.add(id);
      if (unshown.size < maxIds) continue;
      yield { fact: 'written', ids: [...unshown], at };
      unshown.clear();
    }
    if (unshown.size > 0) yield { fact: 'written', ids: [...unshown], at };
  }

  /** Call this before the IDs are replaced in the sheet. */
  noteDisplaced(ids: readonly string[]): void {
    const shown = ids.filter(
      (id) => this.findKeyById(id) !== undefined && !this.#known.isUnshown(id),
    );
    for (let first = 0; first < shown.length; first += maxIds) {
      const batch = shown.slice(first, first + maxIds);
      this.append({ fact: 'displaced', ids: batch, at: this.#getIsoTime() });
    }
  }

  /**
   * Resolves when every intent is on the disk. If intents cannot be written, takes them back and
   * rejects with a JournalError. After a lost file or lock, or a failed sync, always rejects.
   */
  waitForSync(): Promise<void> {
    return this.#writer.waitForSync();
  }

  /** Waits for a store that writes after `append` has returned. Call this before `takeUnwritten`. */
  waitForWrites(): Promise<void> {
    return this.#writer.waitForWrites();
  }

  /** Tries once more to write the remaining facts, then drops them. Call this at the end. */
  takeUnwritten(): UnwrittenFacts | undefined {
    return this.#writer.takeUnwritten();
  }

  /** Throws a JournalError for a failure that {@link takeUnwritten} has not returned. */
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

  #getIsoTime(): string {
    return new Date(this.#now()).toISOString();
  }
}

/** The most IDs in one fact: a line with 300,000 IDs needs 40 MB of memory. */
const maxIds = 10_000;

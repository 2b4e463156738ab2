import { toFileFault } from '../errors.js';
import {
  type Fact,
  factSchema,
  type RoundFact,
  type RowFact,
  type RunFact,
  type ServiceFact,
  type SheetFact,
} from './facts.js';
import { JournalError, PartialWriteError, type JournalStore, type Lock } from './journalStore.js';

export type AddedFact = RowFact | RunFact | RoundFact | ServiceFact | SheetFact;

/** If `facts` is empty, `error` is the reason why nothing more may be sent. */
export interface UnwrittenFacts {
  readonly facts: readonly Fact[];
  readonly error: JournalError;
}

interface WriterPorts {
  readonly firstFact: () => Fact;
  /** Called if a request was not sent because its intent could not be written. */
  readonly onIntentTakenBack: (fact: RowFact) => void;
  readonly lock: Pick<Lock, 'findLoss'> | undefined;
}

/** Writes all facts of a turn together, and retries unwritten facts with every later fact. */
export class JournalWriter {
  readonly #store: JournalStore;
  readonly #ports: WriterPorts;
  #waiting: AddedFact[] = [];
  #isHandOverDue = false;
  /** Facts that the store has accepted, but could not write. */
  #dropped: readonly Fact[] = [];
  #failure: JournalError | undefined;
  #syncing: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  /** Never reset: after a failed sync, the system may drop data and report a later sync as done. */
  #finalError: JournalError | undefined;
  #isFinalReported = false;
  /** True if another run may write into the sheet. */
  #isTakenOver = false;

  constructor(store: JournalStore, ports: WriterPorts) {
    this.#store = store;
    this.#ports = ports;
  }

  /** The reason why nothing may be sent. */
  get problem(): JournalError | undefined {
    return this.#verify() ?? this.#failure;
  }

  get isTakenOver(): boolean {
    this.#verify();
    return this.#isTakenOver;
  }

  get isStored(): boolean {
    return !this.#store.isEmpty;
  }

  begin(): boolean {
    this.#begin();
    if (this.#finalError !== undefined || !this.#store.isEmpty) return true;
    try {
      this.#store.append(Buffer.from(`${JSON.stringify(this.#ports.firstFact())}\n`));
      return true;
    } catch (error) {
      if (error instanceof PartialWriteError) return false;
      throw error;
    }
  }

  /** Returns false for a fact that may be wrong because another run may have sent the row since. */
  accepts({ fact }: AddedFact): boolean {
    return !this.#isTakenOver || outcomes.has(fact);
  }

  add(fact: AddedFact): void {
    this.#begin();
    this.#waiting.push(fact);
    if (this.#isHandOverDue) return;
    this.#isHandOverDue = true;
    void this.#store.nextTurn().then(() => {
      if (this.#isHandOverDue) this.#handOver();
    });
  }

  /** Drops the added facts if they cannot be written. Does nothing after a failure. */
  tryToAdd(add: () => void): void {
    this.#handOver();
    if ((this.#finalError ?? this.#failure) !== undefined) return;
    add();
    this.#handOver();
    if (this.#failure !== undefined) [this.#waiting, this.#failure] = [[], undefined];
  }

  waitForSync(): Promise<void> {
    if (this.#finalError !== undefined) return Promise.reject(this.#finalError);
    if (!this.#store.isBegun) return Promise.resolve();
    this.#next ??= this.#syncNext();
    return this.#next;
  }

  async waitForWrites(): Promise<void> {
    this.#handOver();
    const unwritten = await this.#store.takeUnwritten?.();
    if (unwritten === undefined) return;
    const lines = unwritten.lines.toString().split('\n').slice(0, -1);
    this.#dropped = lines.map((line) => factSchema.parse(JSON.parse(line)));
    this.#failure ??= toWriteError(this.#store.path, unwritten.reason);
  }

  takeUnwritten(): UnwrittenFacts | undefined {
    this.#verify();
    this.#handOver();
    const error = this.#finalError ?? this.#failure;
    if (error === undefined) return undefined;
    const isWritten = this.#failure === undefined && this.#store.isBegun;
    const facts = [...this.#dropped, ...(isWritten ? [] : this.#waiting)];
    [this.#dropped, this.#waiting, this.#failure] = [[], [], undefined];
    this.#isFinalReported = this.#finalError !== undefined;
    return { facts, error };
  }

  async close(): Promise<void> {
    try {
      this.#handOver();
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#finalError === undefined) await this.waitForSync();
      // Ignore a failure: no request follows, and the outcomes are written.
      else await this.#store.sync().catch(() => undefined);
      if (this.#finalError !== undefined && !this.#isFinalReported) throw this.#finalError;
    } finally {
      this.#store.close();
    }
  }

  async #syncNext(): Promise<void> {
    // The current sync may have begun before the last fact was appended. The next sync covers that
    // fact, and everything that is appended in the turn in which the current sync ends.
    await this.#syncing?.catch(() => undefined);
    await this.#store.nextTurn();
    this.#next = undefined;
    this.#syncing = this.#sync();
    await this.#syncing;
  }

  async #sync(): Promise<void> {
    try {
      this.#handOver();
      if (this.#finalError !== undefined) throw this.#finalError;
      if (this.#failure !== undefined && this.#takeBackIntents()) throw this.#failure;
      await this.#store.sync().catch((error: unknown) => {
        const failure = toWriteError(this.#store.path, error);
        if (error instanceof PartialWriteError) this.#failure = failure;
        else this.#finalError = failure;
        throw failure;
      });
      // Check after the sync: a run that takes over the lock later finds the intents in the
      // journal.
      const error = this.#verify();
      if (error !== undefined) throw error;
    } finally {
      this.#syncing = undefined;
    }
  }

  /** Checks the file and the lock. Returns the reason why nothing more may be sent, if any. */
  #verify(): JournalError | undefined {
    if (this.#finalError !== undefined) return this.#finalError;
    try {
      this.#store.assertInPlace();
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      this.#finalError = error;
      return error;
    }
    const lost = this.#ports.lock?.findLoss();
    if (lost === undefined) return undefined;
    this.#isTakenOver = true;
    this.#takeBackIntents();
    this.#waiting = this.#waiting.filter(({ fact }) => outcomes.has(fact));
    return (this.#finalError = new JournalError(lost));
  }

  /** Callers that wait for the intents get an error and send nothing. */
  #takeBackIntents(): boolean {
    const count = this.#waiting.length;
    this.#waiting = this.#waiting.filter((fact) => {
      if (fact.fact !== 'intent') return true;
      this.#ports.onIntentTakenBack({
        fact: 'released',
        row: fact.row,
        reason: 'not_sent',
        at: fact.at,
      });
      return false;
    });
    return this.#waiting.length < count;
  }

  /** The waiting intents were not sent, because requests wait for a sync. */
  readonly #handOverAtExit = (): void => {
    this.#takeBackIntents();
    this.#handOver();
  };

  readonly #handOver = (): void => {
    this.#isHandOverDue = false;
    if (this.#waiting.length === 0) return;
    const stopped = this.#verify();
    if (stopped !== undefined) this.#takeBackIntents();
    if (this.#waiting.length === 0 || !this.#store.isBegun) return;
    const isNew = this.#store.isEmpty;
    const facts = isNew ? [this.#ports.firstFact(), ...this.#waiting] : this.#waiting;
    const lines = Buffer.from(facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''));
    try {
      this.#store.append(lines);
      this.#waiting = [];
      this.#failure = undefined;
    } catch (error) {
      if (error instanceof JournalError) {
        this.#finalError = error;
        this.#takeBackIntents();
        return;
      }
      if (!(error instanceof PartialWriteError)) throw error;
      const count = lines.subarray(0, error.bytes).toString().split('\n').length - 1;
      this.#waiting.splice(0, isNew ? Math.max(0, count - 1) : count);
      this.#failure = toWriteError(this.#store.path, error);
    }
  };

  #begin(): void {
    if (this.#store.isBegun || this.#finalError !== undefined) return;
    try {
      this.#store.begin(this.#handOverAtExit);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      this.#finalError = error;
    }
  }
}

/** Facts that remain true even if another run has sent rows in the meantime. */
const outcomes: ReadonlySet<Fact['fact']> = new Set<Fact['fact']>([
  'created',
  'scored',
  'done',
  'unconfirmed',
  'written',
  'displaced',
]);

function toWriteError(journal: string, error: unknown): JournalError {
  if (error instanceof JournalError) return error;
  return new JournalError({
    code: 'journalWriteFailed',
    journal,
    fault: toFileFault(error, journal),
  });
}

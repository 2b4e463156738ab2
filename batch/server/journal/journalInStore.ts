import { setTimeout as sleep } from 'node:timers/promises';
import type { Fact } from '../../engine/journal/facts.js';
import {
  JournalError,
  type JournalStore,
  PartialWriteError,
  type UnwrittenLines,
} from '../../engine/journal/journalStore.js';
import { type Line, readBlocks, type StoredJournal } from '../../engine/journal/storedJournal.js';
import { canRetry, isUniqueViolation, isUnknown } from '../db/errors.js';
import type { Store } from '../db/store.js';
import { appendLines, type CommitWork, readLastNumber, readLines } from './journalLines.js';
import { type LogEntry, LogStore } from '../access/logStore.js';

/** `last` is the number of the last line. */
export interface ReadJournal {
  readonly stored: StoredJournal;
  readonly last: number;
}

/** Throws an OperatingError for a journal that is damaged or from a newer version of rwa. */
export async function readStoredJournal(store: Store, owner: string): Promise<ReadJournal> {
  let last = 0;
  async function* blocks(): AsyncGenerator<Line[]> {
    for await (const page of readLines(store, owner)) {
      last = page.at(-1)?.number ?? last;
      yield page.map(({ line }) => ({ line: Buffer.from(line), isComplete: true }));
    }
  }
  const stored = await readBlocks(blocks(), owner);
  return { stored, last };
}

/** Work for the transaction that commits the next lines of a journal. */
export interface NextCommit {
  /** Undefined if there is no work, and after the work was committed. */
  extraWork?: CommitWork;
}

/** Facts that stay true even if another writer has appended to the journal. */
const outcomeFacts: ReadonlySet<unknown> = new Set<Fact['fact']>([
  'created',
  'scored',
  'done',
  'unconfirmed',
  'written',
  'displaced',
]);

/** The pauses before each check of a COMMIT with an unknown outcome: a failover takes some seconds. */
const unknownPausesMs = [100, 500, 2_000, 5_000, 10_000];

/**
 * Lines that arrive during a commit share the next commit. `sync` resolves when all lines are on the disk. Detects
 * another writer by the number of the last line.
 */
export class JournalInStore implements JournalStore {
  readonly path: string;
  readonly #store: Store;
  #last: number;
  #isBegun = false;
  #waiting: Buffer[] = [];
  #appended = 0;
  #committed = 0;
  #writing: Promise<void> | undefined;
  /** After another writer has appended, nothing more may be sent, and only outcomes are written. */
  #changed: JournalError | undefined;
  readonly #next: NextCommit;

  constructor(store: Store, owner: string, last: number, next: NextCommit = {}) {
    this.#store = store;
    this.path = owner;
    this.#last = last;
    this.#next = next;
  }

  get isEmpty(): boolean {
    return this.#last === 0 && this.#waiting.length === 0;
  }

  get isBegun(): boolean {
    return this.#isBegun;
  }

  begin(): void {
    this.#isBegun = true;
  }

  assertInPlace(): void {
    if (this.#changed !== undefined) throw this.#changed;
  }

  append(lines: Buffer): void {
    this.#waiting.push(lines);
    this.#appended++;
    // `sync` reports the error.
    this.#write().catch(() => undefined);
  }

  /** The facts of all rows in the current turn of the event loop share a commit. */
  nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  async sync(): Promise<void> {
    await this.#write();
    this.assertInPlace();
  }

  async takeUnwritten(): Promise<UnwrittenLines | undefined> {
    try {
      await this.#write();
      return undefined;
    } catch (reason) {
      const lines = omitUnsent(Buffer.concat(this.#waiting));
      this.#waiting = [];
      this.#committed = this.#appended;
      return { lines, reason };
    }
  }

  close(): void {
    // The store closes the connection.
  }

  async #write(): Promise<void> {
    const until = this.#appended;
    while (this.#committed < until) {
      this.#writing ??= this.#writeWaiting().finally(() => {
        this.#writing = undefined;
      });
      await this.#writing;
    }
  }

  async #writeWaiting(): Promise<void> {
    const count = this.#waiting.length;
    const lines = Buffer.concat(this.#waiting);
    const linesToWrite = this.#changed === undefined ? lines : keepOutcomes(lines);
    const { extraWork } = this.#next;
    try {
      if (linesToWrite.length > 0) {
        this.#last = await this.#commit(linesToWrite, extraWork);
        if (this.#next.extraWork === extraWork) this.#next.extraWork = undefined;
      }
      this.#waiting.splice(0, count);
      this.#committed += count;
    } catch (error) {
      if (isUniqueViolation(error)) {
        this.#changed = new JournalError({ code: 'journalChanged', journal: this.path });
        this.#last = await readLastNumber(this.#store, this.path);
      } else if (canRetry(error)) throw new PartialWriteError(0, error);
      else throw error;
    }
  }

  /** Appends lines exactly once, even if the connection is lost during COMMIT. */
  async #commit(lines: Buffer, extraWork: CommitWork): Promise<number> {
    for (let attempt = 0; ; attempt++) {
      try {
        const isRepeated = attempt > 0;
        return await appendLines(this.#store, this.path, this.#last, lines, {
          isRepeated,
          extraWork,
        });
      } catch (error) {
        const pauseMs = unknownPausesMs[attempt];
        // A transient error of a later attempt does not show whether the first attempt was committed.
        const mayRepeat = isUnknown(error) || (attempt > 0 && canRetry(error));
        if (!mayRepeat || pauseMs === undefined) throw error;
        await sleep(pauseMs, undefined, { ref: false });
      }
    }
  }
}

function keepOutcomes(lines: Buffer): Buffer {
  return filterLines(lines, ({ fact }) => outcomeFacts.has(fact));
}

/** Leaves out the facts about requests that were not sent, because their intents could not be written. */
function omitUnsent(lines: Buffer): Buffer {
  const unsent = new Set<string>();
  return filterLines(lines, (fact) => {
    if (fact.fact === 'intent') unsent.add(fact.row);
    return !(fact.fact === 'intent' || (fact.fact === 'released' && unsent.has(fact.row)));
  });
}

function filterLines(lines: Buffer, isKept: (fact: Fact) => boolean): Buffer {
  const wholeLines = lines.toString('utf8').split('\n').slice(0, -1);
  const kept = wholeLines.filter((line) => isKept(JSON.parse(line) as Fact));
  return Buffer.from(kept.map((line) => `${line}\n`).join(''));
}

export type AddToLog = (entry: LogEntry | undefined) => void;

/** A kill loses both the log entry and the lines of the next commit, or neither. */
export function createLogAdder(next: NextCommit): AddToLog {
  return (entry) => {
    if (entry !== undefined) next.extraWork = (tx) => new LogStore(tx).add(entry);
  };
}

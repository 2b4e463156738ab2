import { toErrorMessage } from '../../engine/errors.js';
import type { Fact } from '../../engine/journal/facts.js';
import {
  JournalError,
  PartialWriteError,
  type JournalStore,
} from '../../engine/journal/journalStore.js';
import {
  type Line,
  linesIn,
  type StoredJournal,
  storedIn,
} from '../../engine/journal/storedJournal.js';
import { isTaken, mayPass } from './databaseError.js';
import { appendLines, appendsAfter, lastAppend } from './journalLines.js';
import type { Store } from './store.js';

/** A journal as it was read: what its lines say, and the number of the last of its appends. */
export interface ReadJournal {
  readonly stored: StoredJournal;
  readonly last: number;
}

/** Reads the journal of an owner. Throws an OperatingError when a line is damaged. */
export async function readJournalOf(store: Store, owner: string): Promise<ReadJournal> {
  let last = 0;
  function* blocks(): Generator<Line[]> {
    for (const appends of appendsAfter(store, owner, 0)) {
      yield appends.flatMap(({ lines }) => wholeLines(lines));
      last = appends.at(-1)?.number ?? last;
    }
  }
  const stored = await storedIn(blocks(), owner);
  return { stored, last };
}

/** An append ends with the end of a line; what follows it is nothing. */
function wholeLines(lines: Uint8Array): Line[] {
  const found = [...linesIn(Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength))];
  if (found.at(-1)?.line.length === 0) found.pop();
  return found;
}

/** Facts that stay true whatever another writer has appended. */
const outcomes: ReadonlySet<unknown> = new Set<Fact['fact']>([
  'created',
  'scored',
  'done',
  'unconfirmed',
  'written',
  'displaced',
]);

/**
 * The journal of an owner in the database, after it was read. Each append is committed and on the
 * disk when it returns, so that there is nothing left to sync. An append of another writer is noticed by its
 * number.
 */
export class JournalInStore implements JournalStore {
  readonly path: string;
  readonly #store: Store;
  #last: number;
  #isBegun = false;
  #isOthers = false;
  #atExit: (() => void) | undefined;

  /** Of the journal whose last append has this number. */
  constructor(store: Store, owner: string, last: number) {
    this.#store = store;
    this.path = owner;
    this.#last = last;
  }

  get isEmpty(): boolean {
    return this.#last === 0;
  }

  get isBegun(): boolean {
    return this.#isBegun;
  }

  begin(atExit: () => void): void {
    if (this.#isBegun) return;
    if (lastAppend(this.#store, this.path) !== this.#last) throw this.#hasChanged();
    this.#isBegun = true;
    this.#atExit = atExit;
    process.on('exit', atExit);
  }

  assertInPlace(): void {
    // The folder of the store is locked, and an append notices another writer.
  }

  append(lines: Buffer): void {
    const added = this.#isOthers ? outcomesIn(lines) : lines;
    if (added.length === 0) return;
    try {
      this.#last = appendLines(this.#store, this.path, this.#last, added);
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  /** The next turn of the event loop: one commit for all rows of this one. */
  nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  sync(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    if (this.#atExit !== undefined) process.off('exit', this.#atExit);
    this.#atExit = undefined;
  }

  #refusal(error: unknown): Error {
    if (isTaken(error)) {
      // Later facts are always kept: they are outcomes of requests.
      this.#isOthers = true;
      this.#last = lastAppend(this.#store, this.path);
      return this.#hasChanged();
    }
    if (mayPass(error)) return new PartialWriteError(0, error);
    // After a failed sync, the system may drop the data and report success for the next one; and after a lost
    // connection, nobody may know what was written.
    const reason = toErrorMessage(error);
    return new JournalError({ code: 'journalWriteFailed', journal: this.path, reason });
  }

  #hasChanged(): JournalError {
    return new JournalError({ code: 'journalChanged', journal: this.path });
  }
}

function outcomesIn(lines: Buffer): Buffer {
  const kept = wholeLines(lines)
    .map(({ line }) => line.toString())
    .filter((line) => outcomes.has((JSON.parse(line) as Fact).fact));
  return Buffer.from(kept.map((line) => `${line}\n`).join(''));
}

import { JournalError, type JournalStore } from './journalStore.js';
import { readBlocks, splitLines, type StoredJournal } from './storedJournal.js';

export class JournalMemory {
  #bytes: Buffer;
  #added: Uint8Array[] = [];
  #length: number;

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = bytes;
    this.#length = bytes.length;
  }

  get bytes(): Buffer {
    if (this.#added.length > 0) this.#bytes = Buffer.concat([this.#bytes, ...this.#added]);
    this.#added = [];
    return this.#bytes;
  }

  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    this.#added.push(bytes);
    this.#length += bytes.length;
  }

  truncate(length: number): void {
    this.#bytes = this.bytes.subarray(0, length);
    this.#length = this.#bytes.length;
  }

  read(name: string): Promise<StoredJournal> {
    // A journal is created with its first line, so an empty journal is new.
    return readBlocks(this.length === 0 ? [] : [splitLines(this.bytes)], name);
  }
}

export class MemoryStore implements JournalStore {
  readonly path: string;
  readonly #memory: JournalMemory;
  /** The number of bytes in whole lines. */
  #length: number;
  /** The number of bytes when the journal was read, including an incomplete last line. */
  readonly #initialLength: number;
  #isBegun = false;

  constructor(memory: JournalMemory, length: number, path = 'memory') {
    this.path = path;
    this.#memory = memory;
    this.#length = length;
    this.#initialLength = memory.length;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  get isBegun(): boolean {
    return this.#isBegun;
  }

  begin(): void {
    if (this.#isBegun) return;
    this.#assertLength(this.#initialLength);
    this.#memory.truncate(this.#length);
    this.#isBegun = true;
  }

  assertInPlace(): void {
    // Memory cannot be deleted or replaced.
  }

  append(lines: Buffer): void {
    // Later lines are kept even if another run has written, because they may contain outcomes of
    // requests.
    if (this.isEmpty) this.#assertLength(0);
    this.#memory.append(lines);
    this.#length += lines.length;
  }

  nextTurn(): Promise<void> {
    return Promise.resolve();
  }

  sync(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    // Nothing to close.
  }

  /** Throws if another run has written since. */
  #assertLength(expected: number): void {
    if (this.#memory.length === expected) return;
    throw new JournalError({ code: 'journalChanged', journal: this.path });
  }
}

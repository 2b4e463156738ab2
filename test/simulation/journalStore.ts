import { setImmediate } from 'node:timers/promises';
import { JournalError, type JournalStore } from '../../batch/engine/journal/journalStore.js';
import { JournalDisk } from './journalDisk.js';
import type { Machine } from './machine.js';
import type { RunProcess } from './process.js';

/**
 * The journal store of one process. Like the real file store, it checks before the first line whether
 * another run has written since the journal was read, and before each request whether the journal is still
 * in its place. If a person has replaced or deleted the journal, its lines are saved in a recovered journal.
 */
export class StoreOnDisk implements JournalStore {
  readonly path = 'the journal';
  readonly #machine: Machine;
  readonly #process: RunProcess;
  #disk: JournalDisk;
  /** The length of the complete lines. */
  #length: number;
  /** The length of all bytes when the journal was read. */
  readonly #lengthAsRead: number;
  isBegun = false;

  constructor(machine: Machine, length: number, process: RunProcess) {
    this.#machine = machine;
    this.#process = process;
    this.#disk = machine.disk;
    this.#length = length;
    this.#lengthAsRead = machine.disk.length;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  begin(): void {
    this.assertInPlace();
    if (this.#disk.length !== this.#lengthAsRead) throw createChangedError();
    this.isBegun = true;
    if (this.#process.isAlive() && this.#lengthAsRead > this.#length)
      this.#disk.truncate(this.#length);
  }

  assertInPlace(): void {
    // A journal that does not exist yet cannot be lost.
    if (this.#machine.disk === this.#disk || this.#lengthAsRead + this.#length === 0) return;
    if (this.#machine.recovered === this.#disk) return;
    this.#disk = new JournalDisk(this.#disk.bytes.subarray(0, this.#length));
    this.#machine.recovered = this.#disk;
    this.isBegun = true;
    throw new JournalError({
      code: 'journalLost',
      journal: 'journal',
      event: 'replaced',
      recovered: 'recovered',
    });
  }

  append(lines: Buffer): void {
    if (!this.#process.isAlive()) return;
    const isNew = this.#length === 0;
    if (isNew && (this.#machine.disk !== this.#disk || this.#disk.length > 0)) {
      throw createChangedError();
    }
    this.#disk.append(lines);
    this.#length += lines.length;
    // The real store syncs a new journal before it renames it.
    if (isNew) this.#disk.sync();
  }

  nextTurn(): Promise<unknown> {
    return setImmediate();
  }

  async sync(): Promise<void> {
    await this.#process.step();
    this.#disk.sync();
  }

  close(): void {
    // There is nothing to close.
  }
}

function createChangedError(): JournalError {
  return new JournalError({ code: 'journalChanged', journal: 'journal' });
}

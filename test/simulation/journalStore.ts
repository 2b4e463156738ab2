import { setImmediate } from 'node:timers/promises';
import { JournalError } from '../../batch/engine/journal/journalError.js';
import type { JournalStore } from '../../batch/engine/journal/journalStore.js';
import { JournalDisk } from './journalDisk.js';
import type { Machine } from './machine.js';
import type { RunProcess } from './process.js';

/**
 * The journal as one process writes it. As the file does, it notices before the first line whether
 * another run has written since it was read, and before each sending whether the journal is still in its
 * place; where it is not, all that is known goes to another one.
 */
export class StoreOnDisk implements JournalStore {
  readonly path = 'the journal';
  readonly #machine: Machine;
  readonly #process: RunProcess;
  #disk: JournalDisk;
  /** Of whole lines, and of all that was there when it was read. */
  #length: number;
  readonly #asRead: number;
  isBegun = false;

  constructor(machine: Machine, length: number, process: RunProcess) {
    this.#machine = machine;
    this.#process = process;
    this.#disk = machine.disk;
    this.#length = length;
    this.#asRead = machine.disk.length;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  begin(): void {
    this.assertInPlace();
    if (this.#disk.length !== this.#asRead) throw changed();
    this.isBegun = true;
    if (this.#process.isAlive() && this.#asRead > this.#length) this.#disk.truncate(this.#length);
  }

  assertInPlace(): void {
    // One that does not exist yet may not be missed.
    if (this.#machine.disk === this.#disk || this.#asRead + this.#length === 0) return;
    if (this.#machine.recovered === this.#disk) return;
    this.#disk = new JournalDisk(this.#disk.bytes.subarray(0, this.#length));
    this.#machine.recovered = this.#disk;
    this.isBegun = true;
    throw new JournalError({
      code: 'journalLost',
      ...{ journal: 'journal', event: 'replaced', recovered: 'recovered' },
    });
  }

  append(lines: Buffer): void {
    if (!this.#process.isAlive()) return;
    const isNew = this.#length === 0;
    if (isNew && (this.#machine.disk !== this.#disk || this.#disk.length > 0)) {
      throw changed();
    }
    this.#disk.append(lines);
    this.#length += lines.length;
    // A new journal is on the disk before it has its name.
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

function changed(): JournalError {
  return new JournalError({ code: 'journalChanged', journal: 'journal' });
}

import { JournalMemory } from '../../batch/engine/journal/journalMemory.js';

/**
 * The disk under a journal, and the memory of the system above it. What a process has appended survives
 * its death; what was synced survives a power cut, which keeps of the rest as much as it likes, also
 * half a line.
 */
export class JournalDisk extends JournalMemory {
  #synced: number;

  constructor(bytes?: Buffer) {
    super(bytes);
    this.#synced = this.length;
  }

  override truncate(length: number): void {
    super.truncate(length);
    this.#synced = Math.min(this.#synced, length);
  }

  sync(): void {
    this.#synced = this.length;
  }

  /** A power cut: of what was not synced only this share is left. */
  cutPower(share: number): void {
    const unsynced = this.length - this.#synced;
    this.truncate(this.#synced + Math.floor(unsynced * share));
    this.sync();
  }
}

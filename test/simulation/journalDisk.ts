import { JournalMemory } from '../../batch/engine/journal/journalMemory.js';

/**
 * A journal on a disk with a write cache. Appended bytes survive the death of their process. Only synced
 * bytes are sure to survive a power cut, which may keep any share of the rest, even half a line.
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

  /** Cuts the power, and keeps only this share of the unsynced bytes. */
  cutPower(share: number): void {
    const unsynced = this.length - this.#synced;
    this.truncate(this.#synced + Math.floor(unsynced * share));
    this.sync();
  }
}

/**
 * The disk under a journal, and the memory of the system above it. What a process has appended survives
 * its death; what was synced survives a power cut, which keeps of the rest as much as it likes, also
 * half a line.
 */
export class JournalDisk {
  /** All that was appended. */
  #bytes: Buffer;
  #synced: number;

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = bytes;
    this.#synced = bytes.length;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  append(bytes: Uint8Array): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
  }

  /** Cuts off what follows, such as half a line. */
  truncate(length: number): void {
    this.#bytes = this.#bytes.subarray(0, length);
    this.#synced = Math.min(this.#synced, length);
  }

  sync(): void {
    this.#synced = this.#bytes.length;
  }

  /** A power cut: of what was not synced only this share is left. */
  cutPower(share: number): void {
    const unsynced = this.#bytes.length - this.#synced;
    this.truncate(this.#synced + Math.floor(unsynced * share));
    this.sync();
  }
}

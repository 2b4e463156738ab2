import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { draftPath } from '../../../sheets/files/draft.js';

/**
 * Disk space for the answers to requests in flight: even on a full disk, the IDs that the service
 * returns must be recorded. An unnamed file occupies it, so it is free again when the process ends,
 * for whatever reason.
 */
export class Reserve {
  readonly #descriptor: number;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /**
   * Takes so many bytes beside a journal; undefined where no file can be made there. Throws the
   * system's error when there is no room.
   */
  static beside(journal: string, bytes: number): Reserve | undefined {
    // A process that is killed before the name is gone leaves it to the next start to clear.
    const path = draftPath(journal);
    let descriptor: number;
    try {
      descriptor = openSync(path, 'wx', 0o600);
      rmSync(path);
    } catch {
      rmSync(path, { force: true });
      return undefined;
    }
    try {
      // Some file systems store zeros without using space.
      const filling = randomBytes(bytes);
      for (let at = 0; at < bytes;) at += writeSync(descriptor, filling, at);
      return new Reserve(descriptor);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  /** Releases the space. */
  release(): void {
    closeSync(this.#descriptor);
  }
}

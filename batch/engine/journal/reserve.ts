import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { draftPath } from '../../../sheets/files/draft.js';

/**
 * Room on the disk of a journal for the answers to requests that are under way: once the disk is full,
 * what the service made by them must still be written down. A file without a name holds it, so that it
 * is free again when the process ends, however that happens.
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
      // Some file systems give zeros no room.
      const filling = randomBytes(bytes);
      for (let at = 0; at < bytes;) at += writeSync(descriptor, filling, at);
      return new Reserve(descriptor);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  /** Gives the room back. */
  release(): void {
    closeSync(this.#descriptor);
  }
}

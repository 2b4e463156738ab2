import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A second copy of a journal in the folder for temporary files, for the time of a run: an older
 * journal that is copied over the one in use leaves nothing of it. The copy has no name, so that it
 * is gone with the process, however that ends.
 */
export class SpareCopy {
  readonly #descriptor: number;
  #isWhole = true;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Copies the first `length` bytes of an open file; undefined if there is no room for them. */
  static of(source: number, length: number): SpareCopy | undefined {
    const path = join(tmpdir(), `rwa-${randomBytes(12).toString('hex')}`);
    let descriptor: number | undefined;
    try {
      descriptor = openSync(path, 'wx+', 0o600);
      rmSync(path);
      copyBytes(source, descriptor, length);
      return new SpareCopy(descriptor);
    } catch {
      if (descriptor !== undefined) closeSync(descriptor);
      rmSync(path, { force: true });
      return undefined;
    }
  }

  /** To read from; undefined when something could not be written. */
  get descriptor(): number | undefined {
    return this.#isWhole ? this.#descriptor : undefined;
  }

  append(bytes: Buffer): void {
    if (!this.#isWhole) return;
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written);
    } catch {
      this.#isWhole = false;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** A part of a journal is not there any more. */
export class PartGone extends Error {}

/** Copies the first bytes of an open file to another's end. Throws {@link PartGone} when there are fewer. */
export function copyBytes(source: number, target: number, length: number): void {
  const buffer = Buffer.alloc(Math.min(length, 1 << 20));
  for (let at = 0; at < length;) {
    const read = readSync(source, buffer, 0, Math.min(buffer.length, length - at), at);
    if (read === 0) throw new PartGone();
    let written = 0;
    while (written < read) written += writeSync(target, buffer, written, read - written);
    at += read;
  }
}

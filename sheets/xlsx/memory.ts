import { joinBytes } from './bytes.js';
import type { ByteSink, ByteSource } from './ports.js';

/** Reads a workbook from memory. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    length: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
}

/** Collects a written workbook in memory. */
export class MemorySink implements ByteSink {
  readonly #chunks: Uint8Array[] = [];

  append(bytes: Uint8Array): Promise<void> {
    this.#chunks.push(bytes);
    return Promise.resolve();
  }

  bytes(): Uint8Array {
    return joinBytes(this.#chunks);
  }
}

/**
 * What the XLSX part needs from its environment. It imports nothing from Node: `files/` implements
 * these with files and `node:zlib`, `memory.ts` and `webCompression.ts` with what browsers have
 * too.
 */

/** The bytes of a workbook. */
export interface ByteSource {
  readonly length: number;
  /**
   * The bytes from an offset on: at most `length` of them, and none only behind the end. Later
   * reads do not change them.
   */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Takes the bytes of a written workbook, in their order. */
export interface ByteSink {
  /** The bytes may be kept; nobody changes them afterwards. */
  append(bytes: Uint8Array): Promise<void>;
}

/** Chunks of bytes, as they come. */
export type ByteChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Raw deflate as zip archives have it, without a header, and the checksum that goes with it. */
export interface Compression {
  /** Throws for bytes that are not deflated, or cut off, and what `packed` throws. */
  inflate(packed: ByteChunks): AsyncIterable<Uint8Array>;
  /** Throws what `content` throws. */
  deflate(content: ByteChunks): AsyncIterable<Uint8Array>;
  /** CRC-32 of these bytes after those that gave `previous`, which is 0 at the beginning. */
  crc32(bytes: Uint8Array, previous: number): number;
}

/** The source of a workbook, and how to decompress it. */
export interface WorkbookBytes {
  readonly source: ByteSource;
  readonly compression: Compression;
  /** The file's name without its folder, for messages. */
  readonly fileName: string;
}

/** A good size for a chunk. */
export const CHUNK_BYTES = 128 * 1024;

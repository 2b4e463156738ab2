/** The folder `xlsx` does not import Node: `files/` implements these with `node:zlib`. */

/** The bytes of a workbook. */
export interface ByteSource {
  readonly length: number;
  /** Returns no bytes only at the end. Later reads do not change the returned bytes. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Receives the bytes of a written workbook, in order. */
export interface ByteSink {
  /** The bytes may be kept: they do not change afterwards. */
  append(bytes: Uint8Array): Promise<void>;
}

/** Bytes in any number of chunks. */
export type ByteChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Raw deflate, without a header, and the checksum of zip archives. */
export interface Compression {
  /** Throws for bytes that are not deflated or are incomplete, and passes on errors of `packed`. */
  inflate(packed: ByteChunks): AsyncIterable<Uint8Array>;
  /** Passes on errors of `content`. */
  deflate(content: ByteChunks): AsyncIterable<Uint8Array>;
  /** `previous` is 0 at the beginning. */
  crc32(bytes: Uint8Array, previous: number): number;
}

/** The source of a workbook, and the compression to read and write it. */
export interface WorkbookBytes {
  readonly source: ByteSource;
  readonly compression: Compression;
  /** The name without its folder, for messages. */
  readonly fileName: string;
}

export const CHUNK_BYTES = 128 * 1024;

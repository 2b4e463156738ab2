import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw, createInflateRaw } from 'node:zlib';
import { CHUNK_BYTES, type ByteChunks, type Compression } from '../xlsx/ports.js';

/** Large buffers let zlib's thread run at the same time as the main thread. */
const READ_AHEAD = { chunkSize: CHUNK_BYTES, readableHighWaterMark: CHUNK_BYTES };
const WRITE_AHEAD = { chunkSize: CHUNK_BYTES, writableHighWaterMark: CHUNK_BYTES };
/** At this level, a worksheet of 117 MB became 15.7 MB in 1.8 s; at the default 6, 15.5 MB in 3.0 s. */
const LEVEL = 5;

/**
 * Compression with Node's zlib. It unpacks a worksheet of 74 MB in 0.15 s; web streams need 0.36 s.
 */
export const nodeCompression: Compression = {
  inflate: (packed) => pipeThrough(packed, createInflateRaw(READ_AHEAD)),
  deflate: (content) => pipeThrough(content, createDeflateRaw({ ...WRITE_AHEAD, level: LEVEL })),
  crc32,
};

function pipeThrough(
  chunks: ByteChunks,
  transform: NodeJS.ReadWriteStream & AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  // Errors are thrown by the iteration; without a callback, they would also be unhandled.
  pipeline(chunks, transform, () => undefined);
  return transform;
}

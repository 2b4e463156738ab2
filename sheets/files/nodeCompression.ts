import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw, createInflateRaw } from 'node:zlib';
import { CHUNK_BYTES, type ByteChunks, type Compression } from '../xlsx/ports.js';

/** Large enough that compression and the work on rows run at the same time, in two threads. */
const READ_AHEAD = { chunkSize: CHUNK_BYTES, readableHighWaterMark: CHUNK_BYTES };
const WRITE_AHEAD = { chunkSize: CHUNK_BYTES, writableHighWaterMark: CHUNK_BYTES };
/** A worksheet of 117 MB takes 1.8 s and 15.7 MB; with the usual level 6, 3.0 s and 15.5 MB. */
const LEVEL = 5;

/**
 * Over `node:zlib`: it unpacks a worksheet of 74 MB in 0.15 s, and web streams in 0.36 s.
 */
export const nodeCompression: Compression = {
  inflate: (packed) => through(packed, createInflateRaw(READ_AHEAD)),
  deflate: (content) => through(content, createDeflateRaw({ ...WRITE_AHEAD, level: LEVEL })),
  crc32,
};

function through(
  chunks: ByteChunks,
  transform: NodeJS.ReadWriteStream & AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  // The error reaches the reader through the iteration; the callback only keeps it from being thrown.
  pipeline(chunks, transform, () => undefined);
  return transform;
}

import type { ByteChunks, Compression } from './ports.js';

/** Compression with `CompressionStream`, for browsers, Deno and Node. Node's zlib is faster. */
export const webCompression: Compression = {
  inflate: (packed) => pipeThrough(packed, new DecompressionStream('deflate-raw')),
  deflate: (content) => pipeThrough(content, new CompressionStream('deflate-raw')),
  crc32,
};

interface TransformPair {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

async function* pipeThrough(
  chunks: ByteChunks,
  { readable, writable }: TransformPair,
): AsyncGenerator<Uint8Array, void> {
  const reader = readable.getReader();
  // `reader.read` throws the errors of `writeAll`.
  void writeAll(chunks, writable);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function writeAll(chunks: ByteChunks, writable: WritableStream<Uint8Array>): Promise<void> {
  const writer = writable.getWriter();
  // The writes throw the same error.
  writer.closed.catch(() => undefined);
  try {
    for await (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
  }
}

/** The polynomial is that of zip archives. */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array, previous: number): number {
  let crc = ~previous;
  // An iterator would create an object for each byte.
  let at = 0;
  while (at < bytes.length) crc = (crc >>> 8) ^ (crcTable[(crc ^ (bytes[at++] ?? 0)) & 0xff] ?? 0);
  return ~crc >>> 0;
}

import type { FileHandle } from 'node:fs/promises';
import type { ByteSink, ByteSource } from '../xlsx/ports.js';

export async function createFileSource(file: FileHandle): Promise<ByteSource> {
  const { size } = await file.stat();
  return {
    length: size,
    async read(offset, length) {
      const bytes = Buffer.allocUnsafe(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      return bytes.subarray(0, bytesRead);
    },
  };
}

/** Creates a sink for a file, which must be empty. */
export function createFileSink(file: FileHandle): ByteSink {
  let position = 0;
  return {
    async append(bytes) {
      for (let offset = 0; offset < bytes.length;) {
        const { bytesWritten } = await file.write(bytes, offset, bytes.length - offset, position);
        offset += bytesWritten;
        position += bytesWritten;
      }
    },
  };
}

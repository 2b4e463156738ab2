import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { CHUNK_BYTES, type ZipArchive } from './archive.js';
import type { ZipEntry } from './directory.js';
import {
  BLANK_ENTRY,
  DEFLATED,
  DESCRIPTOR_FLAG,
  directoryRecord,
  endRecords,
  localHeader,
} from './records.js';

/** Lets the rows run ahead of the thread that packs them. */
const WRITE_AHEAD = { writableHighWaterMark: CHUNK_BYTES };

/** What a part shall hold. */
type Content = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Writes a zip archive into a file, entry after entry, in constant memory. */
export class ZipWriter {
  private position = 0;
  private readonly written: ZipEntry[] = [];

  constructor(private readonly file: FileHandle) {}

  /** Takes an entry over with its compressed bytes as they are. */
  async copy(from: ZipArchive, entry: ZipEntry): Promise<void> {
    // Sizes go into the header, so no descriptor follows the data.
    const copy = { ...entry, flags: entry.flags & ~DESCRIPTOR_FLAG, headerOffset: this.position };
    await this.append(localHeader(copy));
    for await (const chunk of from.raw(entry)) await this.append(chunk);
    this.written.push(copy);
  }

  /** Writes a part that was not there before. */
  async add(name: string, content: Content): Promise<void> {
    const rawName = Buffer.from(name, 'utf8');
    await this.replace({ ...BLANK_ENTRY, rawName, name }, content);
  }

  /** Writes new content under an existing entry's name. */
  async replace(entry: ZipEntry, content: Content): Promise<void> {
    const headerOffset = this.position;
    const flags = entry.flags & ~DESCRIPTOR_FLAG;
    await this.append(localHeader({ ...entry, flags, headerOffset, bytes: 0, compressedBytes: 0 }));
    const dataOffset = this.position;
    let bytes = 0;
    let crc = 0;
    await pipeline(
      content,
      async function* measure(chunks: Content) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          crc = crc32(chunk, crc);
          yield chunk;
        }
      },
      createDeflateRaw({ chunkSize: CHUNK_BYTES, ...WRITE_AHEAD }),
      async (compressed: AsyncIterable<Buffer>) => {
        for await (const chunk of compressed) await this.append(chunk);
      },
    );
    const compressedBytes = this.position - dataOffset;
    const written = {
      ...entry,
      flags,
      method: DEFLATED,
      crc,
      bytes,
      compressedBytes,
      headerOffset,
    };
    const header = localHeader(written);
    await this.file.write(header, 0, header.length, headerOffset);
    this.written.push(written);
  }

  /** Writes the directory; nothing can be added afterwards. */
  async finish(): Promise<void> {
    const offset = this.position;
    for (const entry of this.written) await this.append(directoryRecord(entry));
    await this.append(endRecords(this.written.length, offset, this.position - offset));
  }

  private async append(bytes: Buffer): Promise<void> {
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await this.file.write(
        bytes,
        done,
        bytes.length - done,
        this.position,
      );
      done += bytesWritten;
      this.position += bytesWritten;
    }
  }
}

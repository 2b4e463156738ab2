import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { CHUNK_BYTES, type ZipArchive } from './archive.js';
import { IN_ZIP64, type ZipEntry } from './directory.js';

/** Lets the rows run ahead of the thread that packs them. */
const WRITE_AHEAD = { writableHighWaterMark: CHUNK_BYTES };
const DESCRIPTOR_FLAG = 8;
const DEFLATED = 8;
const VERSION = 20;
const VERSION_ZIP64 = 45;

/** What a part shall hold. */
type Content = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Midnight of 1 January 1980, the earliest that the format knows: no clock in the file. */
const FIRST_DAY = 0x00210000;
const BLANK_ENTRY = {
  flags: 0,
  method: DEFLATED,
  modified: FIRST_DAY,
  crc: 0,
  compressedBytes: 0,
  bytes: 0,
  headerOffset: 0,
  attributes: 0,
};

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

function localHeader(entry: ZipEntry): Buffer {
  const wide = entry.bytes >= IN_ZIP64 || entry.compressedBytes >= IN_ZIP64;
  const extra = wide ? zip64Field([entry.bytes, entry.compressedBytes]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(wide ? VERSION_ZIP64 : VERSION, 4);
  header.writeUInt16LE(entry.flags, 6);
  header.writeUInt16LE(entry.method, 8);
  header.writeUInt32LE(entry.modified, 10);
  header.writeUInt32LE(entry.crc, 14);
  header.writeUInt32LE(wide ? IN_ZIP64 : entry.compressedBytes, 18);
  header.writeUInt32LE(wide ? IN_ZIP64 : entry.bytes, 22);
  header.writeUInt16LE(entry.rawName.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, entry.rawName, extra]);
}

function directoryRecord(entry: ZipEntry): Buffer {
  const { bytes, compressedBytes, headerOffset } = entry;
  const wide = [bytes, compressedBytes, headerOffset].filter((value) => value >= IN_ZIP64);
  const extra = wide.length > 0 ? zip64Field(wide) : Buffer.alloc(0);
  const version = wide.length > 0 ? VERSION_ZIP64 : VERSION;
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(version, 4);
  record.writeUInt16LE(version, 6);
  record.writeUInt16LE(entry.flags, 8);
  record.writeUInt16LE(entry.method, 10);
  record.writeUInt32LE(entry.modified, 12);
  record.writeUInt32LE(entry.crc, 16);
  record.writeUInt32LE(Math.min(compressedBytes, IN_ZIP64), 20);
  record.writeUInt32LE(Math.min(bytes, IN_ZIP64), 24);
  record.writeUInt16LE(entry.rawName.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(entry.attributes, 38);
  record.writeUInt32LE(Math.min(headerOffset, IN_ZIP64), 42);
  return Buffer.concat([record, entry.rawName, extra]);
}

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, index) => field.writeBigUInt64LE(BigInt(value), 4 + index * 8));
  return field;
}

function endRecords(count: number, offset: number, bytes: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(Math.min(offset, IN_ZIP64), 16);
  if (offset < IN_ZIP64) return end;
  const wide = Buffer.alloc(76);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(VERSION_ZIP64, 12);
  wide.writeUInt16LE(VERSION_ZIP64, 14);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(bytes), 40);
  wide.writeBigUInt64LE(BigInt(offset), 48);
  wide.writeUInt32LE(0x07064b50, 56);
  wide.writeBigUInt64LE(BigInt(offset + bytes), 64);
  wide.writeUInt32LE(1, 72);
  return Buffer.concat([wide, end]);
}

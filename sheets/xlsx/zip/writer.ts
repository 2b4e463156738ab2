import { SheetError } from '../../sheet.js';
import { encodeUtf8 } from '../bytes.js';
import type { ByteChunks, ByteSink, Compression } from '../ports.js';
import type { ZipArchive } from './archive.js';
import type { ZipEntry } from './directory.js';
import { DEFLATED, IN_ZIP64 } from './format.js';
import {
  BLANK_ENTRY,
  createDataDescriptor,
  DESCRIPTOR_FLAG,
  createDirectoryRecord,
  createEndRecords,
  createLocalHeader,
} from './records.js';

/** Writes an archive. Only the list of entries stays in memory. */
export class ZipWriter {
  private position = 0;
  private readonly written: ZipEntry[] = [];

  constructor(
    private readonly sink: ByteSink,
    private readonly compression: Compression,
  ) {}

  /** Copies an entry with its compressed bytes. */
  async copy(from: ZipArchive, entry: ZipEntry): Promise<void> {
    // The header contains the sizes, so no descriptor follows the data.
    const copy = { ...entry, flags: entry.flags & ~DESCRIPTOR_FLAG, headerOffset: this.position };
    await this.append(createLocalHeader(copy));
    for await (const chunk of from.readRaw(entry)) await this.append(chunk);
    this.written.push(copy);
  }

  async add(name: string, content: ByteChunks): Promise<void> {
    await this.replace({ ...BLANK_ENTRY, rawName: encodeUtf8(name), name }, content);
  }

  async replace(from: ZipEntry, content: ByteChunks): Promise<void> {
    // The header is written before the sizes and the checksum are known, so these follow the data.
    const entry = {
      ...from,
      flags: from.flags | DESCRIPTOR_FLAG,
      method: DEFLATED,
      headerOffset: this.position,
      crc: 0,
      bytes: 0,
      compressedBytes: 0,
    };
    await this.append(createLocalHeader(entry));
    const dataOffset = this.position;
    const measured = new MeasuredChunks(content, this.compression);
    for await (const packed of this.compression.deflate(measured)) await this.append(packed);
    const { crc, bytes } = measured;
    const written = { ...entry, crc, bytes, compressedBytes: this.position - dataOffset };
    // The header, already written, announced four-byte sizes.
    if (bytes >= IN_ZIP64 || written.compressedBytes >= IN_ZIP64) throw createTooLargeError(entry);
    await this.append(createDataDescriptor(written));
    this.written.push(written);
  }

  /** Writes the directory. No entry can be added afterwards. */
  async finish(): Promise<void> {
    const offset = this.position;
    for (const entry of this.written) await this.append(createDirectoryRecord(entry));
    await this.append(createEndRecords(this.written.length, offset, this.position - offset));
  }

  private async append(bytes: Uint8Array): Promise<void> {
    await this.sink.append(bytes);
    this.position += bytes.length;
  }
}

class MeasuredChunks {
  bytes = 0;
  crc = 0;

  constructor(
    private readonly chunks: ByteChunks,
    private readonly compression: Compression,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of this.chunks) {
      this.bytes += chunk.length;
      this.crc = this.compression.crc32(chunk, this.crc);
      yield chunk;
    }
  }
}

function createTooLargeError({ name }: ZipEntry): SheetError {
  return new SheetError({ code: 'partTooLarge', part: name });
}

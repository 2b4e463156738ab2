import { EventEmitter } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { ZipEntry } from '../../sheets/xlsx/zip/directory.js';
import {
  BLANK_ENTRY,
  createDataDescriptor,
  DESCRIPTOR_FLAG,
  createDirectoryRecord,
  createEndRecords,
  createLocalHeader,
} from '../../sheets/xlsx/zip/records.js';

/** Streams of exceljs are not Node streams. */
interface Source {
  pipe(destination: Writable): unknown;
}

interface Part {
  readonly name: string;
  readonly content: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/**
 * Replaces archiver and JSZip, whose dependencies are old, large and partly without a licence.
 * Emits `finish` when the archive is written; an error destroys the destination stream.
 */
export class ZipStream extends EventEmitter {
  private readonly parts: Part[] = [];
  private destination: Writable | undefined;
  private position = 0;
  private readonly written: ZipEntry[] = [];
  private wake: (() => void) | undefined;
  private isComplete = false;

  /** A stream is read after all earlier parts have been written. */
  append(content: string | Uint8Array | Source, { name }: { readonly name: string }): void {
    this.parts.push({ name: name.replace(/^\/+/, ''), content: toChunks(content) });
    this.wake?.();
  }

  pipe(destination: Writable): Writable {
    this.destination = destination;
    this.writeAll(destination).then(
      () => this.emit('finish'),
      // exceljs listens for errors of its file from the start, but for errors of this stream only
      // at the end.
      (error: unknown) => destination.destroy(error as Error),
    );
    return destination;
  }

  finalize(): void {
    this.isComplete = true;
    this.wake?.();
  }

  private async writeAll(destination: Writable): Promise<void> {
    for (;;) {
      const part = this.parts.shift();
      if (part) await this.writePart(part);
      else if (this.isComplete) break;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
    const offset = this.position;
    for (const entry of this.written) await this.write(createDirectoryRecord(entry));
    await this.write(createEndRecords(this.written.length, offset, this.position - offset));
    destination.end();
  }

  private async writePart({ name, content }: Part): Promise<void> {
    const entry = {
      ...BLANK_ENTRY,
      flags: DESCRIPTOR_FLAG,
      name,
      rawName: Buffer.from(name, 'utf8'),
      headerOffset: this.position,
    };
    await this.write(createLocalHeader(entry));
    const dataOffset = this.position;
    let bytes = 0;
    let crc = 0;
    await pipeline(
      content,
      async function* measure(chunks: Part['content']) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          crc = crc32(chunk, crc);
          yield chunk;
        }
      },
      createDeflateRaw(),
      async (compressed: AsyncIterable<Buffer>) => {
        for await (const chunk of compressed) await this.write(chunk);
      },
    );
    const written = { ...entry, crc, bytes, compressedBytes: this.position - dataOffset };
    await this.write(createDataDescriptor(written));
    this.written.push(written);
  }

  private write(bytes: Uint8Array): Promise<void> {
    this.position += bytes.length;
    return new Promise((resolve, reject) => {
      this.destination?.write(bytes, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }
}

function toChunks(content: string | Uint8Array | Source): Part['content'] {
  if (typeof content === 'string') return [Buffer.from(content, 'utf8')];
  if (content instanceof Uint8Array) return [Buffer.from(content)];
  const stream = new PassThrough();
  content.pipe(stream);
  return stream;
}

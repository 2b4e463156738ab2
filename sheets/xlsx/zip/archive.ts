import { SheetError } from '../../sheet.js';
import { toBinaryString, joinBytes, toDataView } from '../bytes.js';
import { MAX_SMALL_PART_BYTES, createDamagedFileError, createFileLimitError } from '../limits.js';
import { CHUNK_BYTES, type Compression, type WorkbookBytes } from '../ports.js';
import { toNameKey, readDirectory, type ZipEntry } from './directory.js';
import { DEFLATED, LOCAL_HEADER_BYTES, LOCAL_HEADER_SIGNATURE, STORED } from './format.js';

/** The first four bytes of an OLE container, as a little-endian number. */
const OLE_SIGNATURE = 0xe011cfd0;
/** The container's type is searched for in this many bytes at either end. */
const OLE_SEARCHED_BYTES = 64 * 1024;

/**
 * An archive that was opened for reading. No library is used: zip.js has only web streams, yauzl
 * cannot write, and neither has the limits of `limits.ts`.
 */
export class ZipArchive {
  private constructor(
    private readonly bytes: WorkbookBytes,
    readonly entries: readonly ZipEntry[],
    private readonly byName: ReadonlyMap<string, ZipEntry>,
  ) {}

  /** @throws {SheetError} unless it is a zip archive within the limits. */
  static async open(bytes: WorkbookBytes): Promise<ZipArchive> {
    await refuseOldFormats(bytes);
    const entries = await readDirectory(bytes.source, bytes.fileName);
    const byName = new Map(entries.map((entry) => [toNameKey(entry.name), entry]));
    return new ZipArchive(bytes, entries, byName);
  }

  get fileName(): string {
    return this.bytes.fileName;
  }

  get compression(): Compression {
    return this.bytes.compression;
  }

  /** Finds an entry by its name, in any case. */
  findEntry(name: string): ZipEntry | undefined {
    return this.byName.get(toNameKey(name));
  }

  /** Reads an entry, and checks its declared length and checksum. */
  async *read(entry: ZipEntry, maxBytes: number): AsyncGenerator<Uint8Array, void> {
    if (entry.bytes > maxBytes) {
      throw createFileLimitError(this.fileName, {
        code: 'partLargerThan',
        part: entry.name,
        maxBytes,
      });
    }
    let bytes = 0;
    let crc = 0;
    for await (const chunk of this.unpack(entry)) {
      bytes += chunk.length;
      if (bytes > entry.bytes) {
        throw createFileLimitError(this.fileName, {
          code: 'partLargerThanDeclared',
          part: entry.name,
        });
      }
      crc = this.compression.crc32(chunk, crc);
      yield chunk;
    }
    if (bytes !== entry.bytes || crc !== entry.crc) {
      throw createDamagedFileError(this.fileName, { code: 'wrongChecksum', part: entry.name });
    }
  }

  /** @throws {SheetError} if it is larger than {@link MAX_SMALL_PART_BYTES}. */
  async readWhole(entry: ZipEntry): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.read(entry, MAX_SMALL_PART_BYTES)) chunks.push(chunk);
    return joinBytes(chunks);
  }

  /** Streams the compressed bytes. */
  async *readRaw(entry: ZipEntry): AsyncGenerator<Uint8Array, void> {
    let at = await this.findDataOffset(entry);
    const end = at + entry.compressedBytes;
    while (at < end) {
      const chunk = await this.bytes.source.read(at, Math.min(CHUNK_BYTES, end - at));
      if (chunk.length === 0)
        throw createDamagedFileError(this.fileName, { code: 'partCutOff', part: entry.name });
      at += chunk.length;
      yield chunk;
    }
  }

  private async *unpack(entry: ZipEntry): AsyncIterable<Uint8Array> {
    if (entry.method === STORED) {
      yield* this.readRaw(entry);
      return;
    }
    if (entry.method !== DEFLATED) {
      throw createDamagedFileError(this.fileName, {
        code: 'partPackedOtherwise',
        part: entry.name,
      });
    }
    const packed = new ErrorTrackingChunks(this.readRaw(entry));
    try {
      yield* this.compression.inflate(packed);
    } catch (error) {
      if (packed.hasFailed) throw error;
      throw createDamagedFileError(
        this.fileName,
        { code: 'partNotUnpacked', part: entry.name },
        error,
      );
    }
  }

  private async findDataOffset(entry: ZipEntry): Promise<number> {
    const moved = createDamagedFileError(this.fileName, { code: 'partMoved', part: entry.name });
    const { source } = this.bytes;
    // Node reads no position above 2^53.
    if (entry.headerOffset > source.length) throw moved;
    const header = await source.read(entry.headerOffset, LOCAL_HEADER_BYTES);
    const view = toDataView(header);
    if (header.length < LOCAL_HEADER_BYTES || view.getUint32(0, true) !== LOCAL_HEADER_SIGNATURE) {
      throw moved;
    }
    const nameBytes = view.getUint16(26, true);
    const extraBytes = view.getUint16(28, true);
    return entry.headerOffset + LOCAL_HEADER_BYTES + nameBytes + extraBytes;
  }
}

/**
 * Records whether reading has failed, because an error in reading is not an error in the content.
 */
class ErrorTrackingChunks {
  hasFailed = false;

  constructor(private readonly chunks: AsyncIterable<Uint8Array>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    try {
      yield* this.chunks;
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }
}

/** `.xls` and encrypted workbooks are OLE containers instead of zip archives. */
async function refuseOldFormats({ source, fileName }: WorkbookBytes): Promise<void> {
  const start = await source.read(0, OLE_SEARCHED_BYTES);
  if (start.length < 4 || toDataView(start).getUint32(0, true) !== OLE_SIGNATURE) return;
  const end = await source.read(
    Math.max(0, source.length - OLE_SEARCHED_BYTES),
    OLE_SEARCHED_BYTES,
  );
  const contains = (name: string) =>
    // Names are in UTF-16: a zero byte follows each letter.
    [start, end].some((bytes) => toBinaryString(bytes).includes(name.replaceAll(/\B/g, '\0')));
  const code = contains('DRMEncrypted')
    ? 'rightsProtected'
    : contains('EncryptedPackage')
      ? 'passwordProtected'
      : 'oldWorkbook';
  throw new SheetError({ code, file: fileName });
}

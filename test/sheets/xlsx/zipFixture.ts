import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** Variants of archives that real programs write. */
export interface ZipOptions {
  readonly stored?: boolean;
  /** Whether sizes follow the data instead of preceding it (flag bit 3). */
  readonly descriptors?: boolean;
  readonly zip64?: boolean;
}

export type Parts = Readonly<Record<string, string | Buffer>>;

type PartEntry = readonly [name: string, content: string | Buffer];

function isList(parts: Parts | readonly PartEntry[]): parts is readonly PartEntry[] {
  return Array.isArray(parts);
}

/**
 * Builds an archive, independently of the code under test. The offsets and numbers here and below
 * are those of the zip format (APPNOTE.TXT, section 4).
 */
export function buildZip(parts: Parts | readonly PartEntry[], options: ZipOptions = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const entries = isList(parts) ? parts : Object.entries(parts);
  for (const [name, content] of entries) {
    const bytes = Buffer.from(content);
    const data = options.stored ? bytes : deflateRawSync(bytes, { level: 6 });
    const entry = {
      name: Buffer.from(name),
      bytes: bytes.length,
      data,
      crc: crc32(bytes),
      offset,
    };
    const local = createLocalEntry(entry, options);
    locals.push(local);
    directory.push(createDirectoryEntry(entry, options));
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([
    ...locals,
    central,
    createEndRecord(entries.length, central.length, offset, options),
  ]);
}

/** Builds an archive with an entry that unpacks to 1.5 GB of zeros. */
export function buildZipBomb(parts: Parts, name: string): Buffer {
  const block = deflateRawSync(Buffer.alloc(2 ** 20), { finishFlush: 2 });
  const start = Buffer.from('PK\u0003\u0004');
  const bomb = Buffer.concat([start, ...Array<Buffer>(1500).fill(block), Buffer.from([3, 0])]);
  const zip = buildZip({ ...parts, [name]: '' });
  const record = zip.lastIndexOf(Buffer.from(name)) - 46;
  zip.writeUInt32LE(1500 * 2 ** 20, record + 24);
  zip.writeUInt32LE(bomb.length, record + 20);
  zip.writeUInt32LE(0, record + 42);
  const shifted = Buffer.concat([bomb, zip]);
  shifted.writeUInt32LE(zip.readUInt32LE(zip.length - 6) + bomb.length, shifted.length - 6);
  return shifted;
}

interface Entry {
  readonly name: Buffer;
  readonly bytes: number;
  readonly data: Buffer;
  readonly crc: number;
  readonly offset: number;
}

function createLocalEntry(entry: Entry, options: ZipOptions): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(options.descriptors ? 8 : 0, 6);
  header.writeUInt16LE(options.stored ? 0 : 8, 8);
  if (!options.descriptors) {
    header.writeUInt32LE(entry.crc, 14);
    header.writeUInt32LE(entry.data.length, 18);
    header.writeUInt32LE(entry.bytes, 22);
  }
  header.writeUInt16LE(entry.name.length, 26);
  const descriptor = Buffer.alloc(options.descriptors ? 16 : 0);
  if (options.descriptors) {
    descriptor.writeUInt32LE(0x08074b50, 0);
    descriptor.writeUInt32LE(entry.crc, 4);
    descriptor.writeUInt32LE(entry.data.length, 8);
    descriptor.writeUInt32LE(entry.bytes, 12);
  }
  return Buffer.concat([header, entry.name, entry.data, descriptor]);
}

function createDirectoryEntry(entry: Entry, options: ZipOptions): Buffer {
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(20, 4);
  record.writeUInt16LE(20, 6);
  record.writeUInt16LE(options.descriptors ? 8 : 0, 8);
  record.writeUInt16LE(options.stored ? 0 : 8, 10);
  record.writeUInt32LE(entry.crc, 16);
  const extra = options.zip64 ? Buffer.alloc(28) : Buffer.alloc(0);
  record.writeUInt32LE(options.zip64 ? 0xffffffff : entry.data.length, 20);
  record.writeUInt32LE(options.zip64 ? 0xffffffff : entry.bytes, 24);
  record.writeUInt32LE(options.zip64 ? 0xffffffff : entry.offset, 42);
  if (options.zip64) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    extra.writeBigUInt64LE(BigInt(entry.bytes), 4);
    extra.writeBigUInt64LE(BigInt(entry.data.length), 12);
    extra.writeBigUInt64LE(BigInt(entry.offset), 20);
  }
  record.writeUInt16LE(entry.name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  return Buffer.concat([record, entry.name, extra]);
}

function createEndRecord(
  count: number,
  bytes: number,
  offset: number,
  options: ZipOptions,
): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(options.zip64 ? 0xffff : count, 8);
  end.writeUInt16LE(options.zip64 ? 0xffff : count, 10);
  end.writeUInt32LE(options.zip64 ? 0xffffffff : bytes, 12);
  end.writeUInt32LE(options.zip64 ? 0xffffffff : offset, 16);
  if (!options.zip64) return end;
  const wide = Buffer.alloc(76);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(bytes), 40);
  wide.writeBigUInt64LE(BigInt(offset), 48);
  wide.writeUInt32LE(0x07064b50, 56);
  wide.writeBigUInt64LE(BigInt(offset + bytes), 64);
  wide.writeUInt32LE(1, 72);
  return Buffer.concat([wide, end]);
}

export interface ZippedPart {
  readonly packed: Buffer;
  readonly content: Buffer;
}

/** Reads all parts of an archive, independently of the code under test. */
export function unzip(archive: Buffer): Map<string, ZippedPart> {
  const parts = new Map<string, ZippedPart>();
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < archive.readUInt16LE(end + 10); index++) {
    const nameBytes = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameBytes);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const isStored = archive.readUInt16LE(at + 10) === 0;
    const content = isStored ? packed : inflateRawSync(packed);
    if (crc32(content) !== archive.readUInt32LE(at + 16)) throw new Error(`checksum of ${name}`);
    parts.set(name, { packed, content });
    at += 46 + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return parts;
}

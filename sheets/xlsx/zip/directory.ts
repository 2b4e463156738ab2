import { toBinaryString, toBytes, decodeUtf8, toDataView } from '../bytes.js';
import {
  MAX_DIRECTORY_BYTES,
  MAX_PARTS,
  MAX_RATIO,
  RATIO_APPLIES_FROM_BYTES,
  createDamagedFileError,
  createFileLimitError,
} from '../limits.js';
import type { ByteSource } from '../ports.js';
import {
  END_RECORD_BYTES,
  END_SIGNATURE,
  ENTRY_BYTES,
  ENTRY_SIGNATURE,
  IN_ZIP64,
  ZIP64_END_BYTES,
  ZIP64_END_SIGNATURE,
  ZIP64_FIELD,
  ZIP64_LOCATOR_BYTES,
  ZIP64_LOCATOR_SIGNATURE,
} from './format.js';

export interface ZipEntry {
  /** The bytes of the name, which are copied unchanged. */
  readonly rawName: Uint8Array;
  /** The name as in relationships: `/` between folders, and none at the beginning. */
  readonly name: string;
  readonly flags: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  /** The time of the last change, in MS-DOS form. */
  readonly modified: number;
  readonly crc: number;
  readonly compressedBytes: number;
  /** The uncompressed size. */
  readonly bytes: number;
  readonly headerOffset: number;
  readonly attributes: number;
}

const ENCRYPTED_FLAG = 1;
const UTF8_NAME_FLAG = 0x800;
/** The longest comment that can follow the end record. */
const MAX_COMMENT_BYTES = 0xffff;

/** Refuses hostile archives before anything is decompressed. */
export async function readDirectory(source: ByteSource, fileName: string): Promise<ZipEntry[]> {
  const size = source.length;
  const noDirectory = createDamagedFileError(fileName, { code: 'noEnd' });
  const tail = await readAt(source, Math.max(0, size - END_RECORD_BYTES - MAX_COMMENT_BYTES), size);
  const end = findEndRecord(tail);
  if (end < 0) throw noDirectory;
  const location = (await readZip64Location(source, tail, end, fileName)) ?? {
    count: tail.getUint16(end + 10, true),
    bytes: tail.getUint32(end + 12, true),
    offset: tail.getUint32(end + 16, true),
  };
  if (location.count > MAX_PARTS) {
    throw createFileLimitError(fileName, { code: 'tooManyParts', maxParts: MAX_PARTS });
  }
  if (location.bytes > MAX_DIRECTORY_BYTES) {
    throw createFileLimitError(fileName, { code: 'partListTooLong' });
  }
  if (location.offset + location.bytes > size) throw noDirectory;
  const directory = await readAt(source, location.offset, location.offset + location.bytes);
  const entries = parseEntries(directory, location.count);
  if (!entries) throw noDirectory;
  assertHarmless(entries, size, fileName);
  return entries;
}

/** Returns the key of a name: in a package, names are case-insensitive. */
export function toNameKey(name: string): string {
  return name.toLowerCase();
}

async function readAt(source: ByteSource, from: number, to: number): Promise<DataView> {
  return toDataView(await source.read(from, to - from));
}

/** A comment may follow the end record. */
function findEndRecord(tail: DataView): number {
  for (let at = tail.byteLength - END_RECORD_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END_SIGNATURE) continue;
    if (at + END_RECORD_BYTES + tail.getUint16(at + 20, true) <= tail.byteLength) return at;
  }
  return -1;
}

interface DirectoryLocation {
  readonly count: number;
  readonly bytes: number;
  readonly offset: number;
}

async function readZip64Location(
  source: ByteSource,
  tail: DataView,
  end: number,
  fileName: string,
): Promise<DirectoryLocation | undefined> {
  const locator = end - ZIP64_LOCATOR_BYTES;
  if (locator < 0 || tail.getUint32(locator, true) !== ZIP64_LOCATOR_SIGNATURE) return undefined;
  const at = Number(tail.getBigUint64(locator + 8, true));
  // Node reads no position above 2^53.
  if (at > source.length) throw createDamagedFileError(fileName, { code: 'noEnd' });
  const record = await readAt(source, at, at + ZIP64_END_BYTES);
  if (record.byteLength < ZIP64_END_BYTES || record.getUint32(0, true) !== ZIP64_END_SIGNATURE)
    return undefined;
  return {
    count: Number(record.getBigUint64(32, true)),
    bytes: Number(record.getBigUint64(40, true)),
    offset: Number(record.getBigUint64(48, true)),
  };
}

function parseEntries(directory: DataView, count: number): ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (
      at + ENTRY_BYTES > directory.byteLength ||
      directory.getUint32(at, true) !== ENTRY_SIGNATURE
    )
      return undefined;
    const nameEnd = at + ENTRY_BYTES + directory.getUint16(at + 28, true);
    const extraEnd = nameEnd + directory.getUint16(at + 30, true);
    if (extraEnd > directory.byteLength) return undefined;
    entries.push(parseEntry(directory, at, nameEnd, viewPart(directory, nameEnd, extraEnd)));
    at = extraEnd + directory.getUint16(at + 32, true);
  }
  return entries;
}

function parseEntry(directory: DataView, at: number, nameEnd: number, extra: DataView): ZipEntry {
  const rawName = toBytes(viewPart(directory, at + ENTRY_BYTES, nameEnd));
  const flags = directory.getUint16(at + 8, true);
  const wideValues = readZip64Values(extra);
  const readSize = (position: number): number => {
    const value = directory.getUint32(at + position, true);
    return value === IN_ZIP64 ? (wideValues.shift() ?? value) : value;
  };
  // In this order, the zip64 field lists the values that do not fit into four bytes.
  const bytes = readSize(24);
  const compressedBytes = readSize(20);
  const headerOffset = readSize(42);
  return {
    rawName,
    name: (flags & UTF8_NAME_FLAG ? decodeUtf8(rawName) : toBinaryString(rawName))
      .replaceAll('\\', '/')
      .replace(/^\/+/, ''),
    flags,
    method: directory.getUint16(at + 10, true),
    modified: directory.getUint32(at + 12, true),
    crc: directory.getUint32(at + 16, true),
    compressedBytes,
    bytes,
    headerOffset,
    attributes: directory.getUint32(at + 38, true),
  };
}

function readZip64Values(extra: DataView): number[] {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== ZIP64_FIELD) continue;
    const field = viewPart(extra, at + 4, at + 4 + extra.getUint16(at + 2, true));
    return Array.from({ length: Math.min(3, Math.floor(field.byteLength / 8)) }, (_, index) =>
      Number(field.getBigUint64(index * 8, true)),
    );
  }
  return [];
}

/** Returns a part of a view. It is shorter than requested if the view ends earlier. */
function viewPart(
  { buffer, byteOffset, byteLength }: DataView,
  from: number,
  to: number,
): DataView {
  return new DataView(buffer, byteOffset + from, Math.min(to, byteLength) - from);
}

function assertHarmless(entries: readonly ZipEntry[], size: number, fileName: string): void {
  const seen = new Set<string>();
  let total = 0;
  for (const { name, bytes, compressedBytes, flags } of entries) {
    if (seen.has(toNameKey(name))) {
      throw createFileLimitError(fileName, { code: 'partTwice', part: name });
    }
    seen.add(toNameKey(name));
    total += compressedBytes;
    if (flags & ENCRYPTED_FLAG) throw createDamagedFileError(fileName, { code: 'partsEncrypted' });
    if (bytes > RATIO_APPLIES_FROM_BYTES && bytes > compressedBytes * MAX_RATIO) {
      throw createFileLimitError(fileName, {
        code: 'partUnpacksTooFar',
        part: name,
        maxRatio: MAX_RATIO,
      });
    }
  }
  if (total > size) throw createFileLimitError(fileName, { code: 'partsOverlap' });
}

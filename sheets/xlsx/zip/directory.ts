import { binaryString, toBytes, utf8Text, toDataView } from '../bytes.js';
import {
  MAX_DIRECTORY_BYTES,
  MAX_PARTS,
  MAX_RATIO,
  RATIO_APPLIES_FROM_BYTES,
  damaged,
  exceedsLimit,
} from '../limits.js';
import type { ByteSource } from '../ports.js';

/** One entry of the zip directory, unchanged. */
export interface ZipEntry {
  /** The name's bytes, which are copied unchanged. */
  readonly rawName: Uint8Array;
  /** The name as in relationships: `/` between folders, and none at the beginning. */
  readonly name: string;
  readonly flags: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  /** Date and time in MS-DOS form. */
  readonly modified: number;
  readonly crc: number;
  readonly compressedBytes: number;
  readonly bytes: number;
  readonly headerOffset: number;
  readonly attributes: number;
}

const ENCRYPTED_FLAG = 1;
const UTF8_NAME_FLAG = 0x800;
const END_RECORD_BYTES = 22;
const ZIP64_LOCATOR_BYTES = 20;
const MAX_COMMENT_BYTES = 0xffff;
export const IN_ZIP64 = 0xffffffff;

/**
 * Reads the zip directory, with zip64. Refuses archives that are incomplete, and zip bombs, by their
 * declared sizes, before anything is decompressed.
 */
export async function readDirectory(source: ByteSource, fileName: string): Promise<ZipEntry[]> {
  const size = source.length;
  const noDirectory = damaged(fileName, 'its end is missing or it is no workbook at all');
  const tail = await readAt(source, Math.max(0, size - END_RECORD_BYTES - MAX_COMMENT_BYTES), size);
  const end = endRecord(tail);
  if (end < 0) throw noDirectory;
  const location = (await zip64Location(source, tail, end)) ?? {
    count: tail.getUint16(end + 10, true),
    bytes: tail.getUint32(end + 12, true),
    offset: tail.getUint32(end + 16, true),
  };
  if (location.count > MAX_PARTS || location.bytes > MAX_DIRECTORY_BYTES) {
    throw exceedsLimit(fileName, `it has more than ${MAX_PARTS} parts`);
  }
  if (location.offset + location.bytes > size) throw noDirectory;
  const directory = await readAt(source, location.offset, location.offset + location.bytes);
  const entries = parseEntries(directory, location.count);
  if (!entries) throw noDirectory;
  assertReasonable(entries, size, fileName);
  return entries;
}

/** Normalises a name: in a package, names are case-insensitive. */
export function nameKey(name: string): string {
  return name.toLowerCase();
}

async function readAt(source: ByteSource, from: number, to: number): Promise<DataView> {
  return toDataView(await source.read(from, to - from));
}

function endRecord(tail: DataView): number {
  for (let at = tail.byteLength - END_RECORD_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue;
    if (at + END_RECORD_BYTES + tail.getUint16(at + 20, true) <= tail.byteLength) return at;
  }
  return -1;
}

interface DirectoryLocation {
  readonly count: number;
  readonly bytes: number;
  readonly offset: number;
}

async function zip64Location(
  source: ByteSource,
  tail: DataView,
  end: number,
): Promise<DirectoryLocation | undefined> {
  const locator = end - ZIP64_LOCATOR_BYTES;
  if (locator < 0 || tail.getUint32(locator, true) !== 0x07064b50) return undefined;
  const at = Number(tail.getBigUint64(locator + 8, true));
  const record = await readAt(source, at, at + 56);
  if (record.byteLength < 56 || record.getUint32(0, true) !== 0x06064b50) return undefined;
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
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50)
      return undefined;
    const nameEnd = at + 46 + directory.getUint16(at + 28, true);
    const extraEnd = nameEnd + directory.getUint16(at + 30, true);
    if (extraEnd > directory.byteLength) return undefined;
    entries.push(parseEntry(directory, at, nameEnd, part(directory, nameEnd, extraEnd)));
    at = extraEnd + directory.getUint16(at + 32, true);
  }
  return entries;
}

function parseEntry(directory: DataView, at: number, nameEnd: number, extra: DataView): ZipEntry {
  const rawName = toBytes(part(directory, at + 46, nameEnd));
  const flags = directory.getUint16(at + 8, true);
  const wide = zip64Values(extra);
  const size = (position: number): number => {
    const value = directory.getUint32(at + position, true);
    return value === IN_ZIP64 ? (wide.shift() ?? value) : value;
  };
  // The order matters: zip64 lists the values that did not fit in this order.
  const bytes = size(24);
  const compressedBytes = size(20);
  const headerOffset = size(42);
  return {
    rawName,
    name: (flags & UTF8_NAME_FLAG ? utf8Text(rawName) : binaryString(rawName))
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

function zip64Values(extra: DataView): number[] {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    const field = part(extra, at + 4, at + 4 + extra.getUint16(at + 2, true));
    return Array.from({ length: Math.min(3, Math.floor(field.byteLength / 8)) }, (_, index) =>
      Number(field.getBigUint64(index * 8, true)),
    );
  }
  return [];
}

/** Returns a part of a view, shorter than requested at its end. */
function part({ buffer, byteOffset, byteLength }: DataView, from: number, to: number): DataView {
  return new DataView(buffer, byteOffset + from, Math.min(to, byteLength) - from);
}

function assertReasonable(entries: readonly ZipEntry[], size: number, fileName: string): void {
  const seen = new Set<string>();
  let total = 0;
  for (const { name, bytes, compressedBytes, flags } of entries) {
    if (seen.has(nameKey(name))) throw exceedsLimit(fileName, `its part ${name} is there twice`);
    seen.add(nameKey(name));
    total += compressedBytes;
    if (flags & ENCRYPTED_FLAG) throw damaged(fileName, 'its parts are encrypted');
    if (bytes > RATIO_APPLIES_FROM_BYTES && bytes > compressedBytes * MAX_RATIO) {
      throw exceedsLimit(
        fileName,
        `its part ${name} unpacks to ${MAX_RATIO} times its size or more`,
      );
    }
  }
  if (total > size) throw exceedsLimit(fileName, 'its parts overlap each other');
}

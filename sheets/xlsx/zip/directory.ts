import type { FileHandle } from 'node:fs/promises';
import {
  MAX_DIRECTORY_BYTES,
  MAX_PARTS,
  MAX_RATIO,
  RATIO_APPLIES_FROM_BYTES,
  damaged,
  tooMuch,
} from '../limits.js';

/** One entry of the zip directory, as it stands there. */
export interface ZipEntry {
  /** The name's bytes, to be written again as they are. */
  readonly rawName: Buffer;
  /** The name as parts refer to it: `/` between folders, none in front. */
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

export const ENCRYPTED_FLAG = 1;
const UTF8_NAME_FLAG = 0x800;
const END_RECORD_BYTES = 22;
const ZIP64_LOCATOR_BYTES = 20;
const MAX_COMMENT_BYTES = 0xffff;
export const IN_ZIP64 = 0xffffffff;

/**
 * Reads the zip directory, with zip64, and refuses archives that are cut off or made to overwhelm
 * their reader: by sizes that are declared, before anything is unpacked.
 */
export async function readDirectory(file: FileHandle, fileName: string): Promise<ZipEntry[]> {
  const { size } = await file.stat();
  const noDirectory = damaged(fileName, 'its end is missing or it is no workbook at all');
  const tail = await readAt(file, Math.max(0, size - END_RECORD_BYTES - MAX_COMMENT_BYTES), size);
  const end = endRecord(tail);
  if (end < 0) throw noDirectory;
  const location = (await zip64Location(file, tail, end)) ?? {
    count: tail.readUInt16LE(end + 10),
    bytes: tail.readUInt32LE(end + 12),
    offset: tail.readUInt32LE(end + 16),
  };
  if (location.count > MAX_PARTS || location.bytes > MAX_DIRECTORY_BYTES) {
    throw tooMuch(fileName, `it has more than ${MAX_PARTS} parts`);
  }
  if (location.offset + location.bytes > size) throw noDirectory;
  const directory = await readAt(file, location.offset, location.offset + location.bytes);
  const entries = parseEntries(directory, location.count);
  if (!entries) throw noDirectory;
  assertReasonable(entries, size, fileName);
  return entries;
}

/** Names in a package are the same whatever their case. */
export function nameKey(name: string): string {
  return name.toLowerCase();
}

async function readAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  return bytes.subarray(0, bytesRead);
}

function endRecord(tail: Buffer): number {
  for (let at = tail.length - END_RECORD_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== 0x06054b50) continue;
    if (at + END_RECORD_BYTES + tail.readUInt16LE(at + 20) <= tail.length) return at;
  }
  return -1;
}

interface DirectoryLocation {
  readonly count: number;
  readonly bytes: number;
  readonly offset: number;
}

async function zip64Location(
  file: FileHandle,
  tail: Buffer,
  end: number,
): Promise<DirectoryLocation | undefined> {
  const locator = end - ZIP64_LOCATOR_BYTES;
  if (locator < 0 || tail.readUInt32LE(locator) !== 0x07064b50) return undefined;
  const at = Number(tail.readBigUInt64LE(locator + 8));
  const record = await readAt(file, at, at + 56);
  if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50) return undefined;
  return {
    count: Number(record.readBigUInt64LE(32)),
    bytes: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
  };
}

function parseEntries(directory: Buffer, count: number): ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) return undefined;
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    if (extraEnd > directory.length) return undefined;
    entries.push(parseEntry(directory, at, nameEnd, directory.subarray(nameEnd, extraEnd)));
    at = extraEnd + directory.readUInt16LE(at + 32);
  }
  return entries;
}

function parseEntry(directory: Buffer, at: number, nameEnd: number, extra: Buffer): ZipEntry {
  const rawName = directory.subarray(at + 46, nameEnd);
  const flags = directory.readUInt16LE(at + 8);
  const wide = zip64Values(extra);
  const size = (position: number): number => {
    const value = directory.readUInt32LE(at + position);
    return value === IN_ZIP64 ? (wide.shift() ?? value) : value;
  };
  // The order of these three is the order in which zip64 lists those that did not fit.
  const bytes = size(24);
  const compressedBytes = size(20);
  const headerOffset = size(42);
  return {
    rawName,
    name: rawName
      .toString(flags & UTF8_NAME_FLAG ? 'utf8' : 'latin1')
      .replaceAll('\\', '/')
      .replace(/^\/+/, ''),
    flags,
    method: directory.readUInt16LE(at + 10),
    modified: directory.readUInt32LE(at + 12),
    crc: directory.readUInt32LE(at + 16),
    compressedBytes,
    bytes,
    headerOffset,
    attributes: directory.readUInt32LE(at + 38),
  };
}

function zip64Values(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: Math.min(3, Math.floor(field.length / 8)) }, (_, index) =>
      Number(field.readBigUInt64LE(index * 8)),
    );
  }
  return [];
}

function assertReasonable(entries: readonly ZipEntry[], size: number, fileName: string): void {
  const seen = new Set<string>();
  let total = 0;
  for (const { name, bytes, compressedBytes, flags } of entries) {
    if (seen.has(nameKey(name))) throw tooMuch(fileName, `its part ${name} is there twice`);
    seen.add(nameKey(name));
    total += compressedBytes;
    if (flags & ENCRYPTED_FLAG) throw damaged(fileName, 'its parts are encrypted');
    if (bytes > RATIO_APPLIES_FROM_BYTES && bytes > compressedBytes * MAX_RATIO) {
      throw tooMuch(fileName, `its part ${name} unpacks to ${MAX_RATIO} times its size or more`);
    }
  }
  if (total > size) throw tooMuch(fileName, 'its parts overlap each other');
}

// The records of the zip format, as bytes to be written.
import { IN_ZIP64, type ZipEntry } from './directory.js';

/** Sizes and checksum follow the data, and do not stand in front of it. */
export const DESCRIPTOR_FLAG = 8;
export const DEFLATED = 8;
const VERSION = 20;
const VERSION_ZIP64 = 45;

/** Midnight of 1 January 1980, the earliest that the format knows: no clock in the file. */
const FIRST_DAY = 0x00210000;

/** A part that was not there before, all but its name. */
export const BLANK_ENTRY = {
  flags: 0,
  method: DEFLATED,
  modified: FIRST_DAY,
  crc: 0,
  compressedBytes: 0,
  bytes: 0,
  headerOffset: 0,
  attributes: 0,
};

/** Stands in front of a part's data. */
export function localHeader(entry: ZipEntry): Buffer {
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

/** Stands behind a part's data where the header has {@link DESCRIPTOR_FLAG} and no sizes yet. */
export function dataDescriptor({ crc, compressedBytes, bytes }: ZipEntry): Buffer {
  const wide = bytes >= IN_ZIP64 || compressedBytes >= IN_ZIP64;
  const descriptor = Buffer.alloc(wide ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (wide) {
    descriptor.writeBigUInt64LE(BigInt(compressedBytes), 8);
    descriptor.writeBigUInt64LE(BigInt(bytes), 16);
  } else {
    descriptor.writeUInt32LE(compressedBytes, 8);
    descriptor.writeUInt32LE(bytes, 12);
  }
  return descriptor;
}

/** One line of the directory at the archive's end. */
export function directoryRecord(entry: ZipEntry): Buffer {
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

/** Closes an archive whose directory begins at `offset` and is of so many bytes. */
export function endRecords(count: number, offset: number, bytes: number): Buffer {
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

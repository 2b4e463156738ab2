import { toBytes, joinBytes, allocateBytes, toDataView } from '../bytes.js';
import type { ZipEntry } from './directory.js';
import {
  DEFLATED,
  DESCRIPTOR_SIGNATURE,
  END_RECORD_BYTES,
  END_SIGNATURE,
  ENTRY_BYTES,
  ENTRY_SIGNATURE,
  IN_ZIP64,
  LOCAL_HEADER_BYTES,
  LOCAL_HEADER_SIGNATURE,
  ZIP64_END_BYTES,
  ZIP64_END_SIGNATURE,
  ZIP64_FIELD,
  ZIP64_LOCATOR_BYTES,
  ZIP64_LOCATOR_SIGNATURE,
} from './format.js';

/** The flag of an entry whose sizes and checksum follow the data instead of preceding it. */
export const DESCRIPTOR_FLAG = 8;
/** The versions of the format that a reader must support, 2.0 and 4.5. */
const VERSION = 20;
const VERSION_ZIP64 = 45;

/** 1 January 1980, the earliest date: a fixed one makes the file independent of the clock. */
const FIRST_DAY = 0x00210000;

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

export function createLocalHeader(entry: ZipEntry): Uint8Array {
  const isWide = entry.bytes >= IN_ZIP64 || entry.compressedBytes >= IN_ZIP64;
  const extra = isWide ? createZip64Field([entry.bytes, entry.compressedBytes]) : allocateBytes(0);
  const header = toDataView(allocateBytes(LOCAL_HEADER_BYTES));
  header.setUint32(0, LOCAL_HEADER_SIGNATURE, true);
  header.setUint16(4, isWide ? VERSION_ZIP64 : VERSION, true);
  header.setUint16(6, entry.flags, true);
  header.setUint16(8, entry.method, true);
  header.setUint32(10, entry.modified, true);
  header.setUint32(14, entry.crc, true);
  header.setUint32(18, isWide ? IN_ZIP64 : entry.compressedBytes, true);
  header.setUint32(22, isWide ? IN_ZIP64 : entry.bytes, true);
  header.setUint16(26, entry.rawName.length, true);
  header.setUint16(28, extra.length, true);
  return joinBytes([toBytes(header), entry.rawName, extra]);
}

export function createDataDescriptor({ crc, compressedBytes, bytes }: ZipEntry): Uint8Array {
  const isWide = bytes >= IN_ZIP64 || compressedBytes >= IN_ZIP64;
  const descriptor = toDataView(allocateBytes(isWide ? 24 : 16));
  descriptor.setUint32(0, DESCRIPTOR_SIGNATURE, true);
  descriptor.setUint32(4, crc, true);
  if (isWide) {
    descriptor.setBigUint64(8, BigInt(compressedBytes), true);
    descriptor.setBigUint64(16, BigInt(bytes), true);
  } else {
    descriptor.setUint32(8, compressedBytes, true);
    descriptor.setUint32(12, bytes, true);
  }
  return toBytes(descriptor);
}

export function createDirectoryRecord(entry: ZipEntry): Uint8Array {
  const { bytes, compressedBytes, headerOffset } = entry;
  const wideValues = [bytes, compressedBytes, headerOffset].filter((value) => value >= IN_ZIP64);
  const extra = wideValues.length > 0 ? createZip64Field(wideValues) : allocateBytes(0);
  const version = wideValues.length > 0 ? VERSION_ZIP64 : VERSION;
  const record = toDataView(allocateBytes(ENTRY_BYTES));
  record.setUint32(0, ENTRY_SIGNATURE, true);
  record.setUint16(4, version, true);
  record.setUint16(6, version, true);
  record.setUint16(8, entry.flags, true);
  record.setUint16(10, entry.method, true);
  record.setUint32(12, entry.modified, true);
  record.setUint32(16, entry.crc, true);
  record.setUint32(20, Math.min(compressedBytes, IN_ZIP64), true);
  record.setUint32(24, Math.min(bytes, IN_ZIP64), true);
  record.setUint16(28, entry.rawName.length, true);
  record.setUint16(30, extra.length, true);
  record.setUint32(38, entry.attributes, true);
  record.setUint32(42, Math.min(headerOffset, IN_ZIP64), true);
  return joinBytes([toBytes(record), entry.rawName, extra]);
}

function createZip64Field(values: readonly number[]): Uint8Array {
  const field = toDataView(allocateBytes(4 + values.length * 8));
  field.setUint16(0, ZIP64_FIELD, true);
  field.setUint16(2, values.length * 8, true);
  for (const [index, value] of values.entries()) {
    field.setBigUint64(4 + index * 8, BigInt(value), true);
  }
  return toBytes(field);
}

/** Creates the records at the end, for a directory that begins at `offset` and is `bytes` long. */
export function createEndRecords(count: number, offset: number, bytes: number): Uint8Array {
  const end = toDataView(allocateBytes(END_RECORD_BYTES));
  end.setUint32(0, END_SIGNATURE, true);
  end.setUint16(8, count, true);
  end.setUint16(10, count, true);
  end.setUint32(12, bytes, true);
  end.setUint32(16, Math.min(offset, IN_ZIP64), true);
  if (offset < IN_ZIP64) return toBytes(end);
  const zip64 = toDataView(allocateBytes(ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES));
  zip64.setUint32(0, ZIP64_END_SIGNATURE, true);
  // The size of this record without its first twelve bytes.
  zip64.setBigUint64(4, BigInt(ZIP64_END_BYTES - 12), true);
  zip64.setUint16(12, VERSION_ZIP64, true);
  zip64.setUint16(14, VERSION_ZIP64, true);
  zip64.setBigUint64(24, BigInt(count), true);
  zip64.setBigUint64(32, BigInt(count), true);
  zip64.setBigUint64(40, BigInt(bytes), true);
  zip64.setBigUint64(48, BigInt(offset), true);
  zip64.setUint32(ZIP64_END_BYTES, ZIP64_LOCATOR_SIGNATURE, true);
  zip64.setBigUint64(64, BigInt(offset + bytes), true);
  // The archive is in one file.
  zip64.setUint32(72, 1, true);
  return joinBytes([toBytes(zip64), toBytes(end)]);
}

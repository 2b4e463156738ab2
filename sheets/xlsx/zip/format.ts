// The numbers of the zip format are from its specification (APPNOTE.TXT, sections 4.3 to 4.5), like the
// offsets in `directory.ts`, `archive.ts` and `records.ts`.

/** The first four bytes of each record, as little-endian numbers. */
export const LOCAL_HEADER_SIGNATURE = 0x04034b50;
export const DESCRIPTOR_SIGNATURE = 0x08074b50;
export const ENTRY_SIGNATURE = 0x02014b50;
export const END_SIGNATURE = 0x06054b50;
export const ZIP64_END_SIGNATURE = 0x06064b50;
export const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;

/** The lengths of records without names, extra fields and comments. */
export const LOCAL_HEADER_BYTES = 30;
export const ENTRY_BYTES = 46;
export const END_RECORD_BYTES = 22;
export const ZIP64_END_BYTES = 56;
export const ZIP64_LOCATOR_BYTES = 20;

/** The extra field with eight-byte sizes and offsets. */
export const ZIP64_FIELD = 1;
/** A value that means that the true value is in the zip64 field. */
export const IN_ZIP64 = 0xffffffff;

export const STORED = 0;
export const DEFLATED = 8;

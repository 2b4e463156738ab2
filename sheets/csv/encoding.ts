import { isAscii, isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { SheetError } from '../sheet.js';
import { SingleByteEncoding } from './singleByte.js';

export interface TextEncoding {
  /** `utf-8`, `utf-16le`, `utf-16be`, or the name of a single-byte encoding. */
  readonly name: string;
  /** The byte order mark; empty if the file has none. */
  readonly bom: Uint8Array;
}

/** A chunk is so small that its records are freed before the garbage collector moves them. */
const CHUNK_BYTES = 16 * 1024;
/**
 * Many bytes are read at once, because a system call takes about as long for many bytes as for few.
 */
const READ_BYTES = 16 * CHUNK_BYTES;

const BYTE_ORDER_MARKS: readonly TextEncoding[] = [
  { name: 'utf-8', bom: Uint8Array.of(0xef, 0xbb, 0xbf) },
  { name: 'utf-16le', bom: Uint8Array.of(0xff, 0xfe) },
  { name: 'utf-16be', bom: Uint8Array.of(0xfe, 0xff) },
];

/**
 * A byte order mark decides. Without a byte order mark, the encoding is UTF-8 if all bytes are
 * valid, or else the named one, by default Windows-1252, in which every byte is valid. An ASCII
 * file gets the named encoding. Encoding the decoded text again always gives the same bytes.
 */
export async function detectEncoding(path: string, named?: string): Promise<TextEncoding> {
  let marked: TextEncoding | undefined;
  let size = 0;
  let isValidUtf8 = true;
  let isAsciiOnly = true;
  let fitsNamed = true;
  const singleByte = SingleByteEncoding.find(named ?? '');
  let cutCharacter = Buffer.alloc(0);
  for await (const bytes of readChunks(path, 0)) {
    if (size === 0)
      marked = BYTE_ORDER_MARKS.find(({ bom }) =>
        bom.every((byte, index) => bytes[index] === byte),
      );
    size += bytes.length;
    if (marked?.name.startsWith('utf-16')) continue;
    if (bytes.includes(0)) throw new SheetError({ code: 'notText', file: path });
    fitsNamed &&= singleByte?.hasAll(bytes) ?? true;
    isAsciiOnly &&= isAscii(bytes);
    if (!isValidUtf8) continue;
    const whole = cutCharacter.length === 0 ? bytes : Buffer.concat([cutCharacter, bytes]);
    const end = findLastCharacterEnd(whole);
    isValidUtf8 = isUtf8(whole.subarray(0, end));
    cutCharacter = Buffer.from(whole.subarray(end));
  }
  isValidUtf8 &&= cutCharacter.length === 0;
  if (size === (marked?.bom.length ?? 0)) {
    throw new SheetError({ code: 'empty', file: path });
  }
  if (marked && (marked.name === 'utf-8' ? !isValidUtf8 : size % 2 !== 0)) {
    throw new SheetError({
      code: 'notInItsEncoding',
      file: path,
      encoding: toEncodingTitle(marked),
    });
  }
  const found = marked ?? { name: isValidUtf8 ? 'utf-8' : 'windows-1252', bom: new Uint8Array() };
  if (named === undefined || found.name === named) return found;
  const namedTitle = toEncodingTitle({ name: named });
  if (marked !== undefined || (isValidUtf8 && !isAsciiOnly)) {
    const encoding = toEncodingTitle(found);
    throw new SheetError({ code: 'otherEncoding', file: path, encoding, named: namedTitle });
  }
  if (singleByte === undefined || !fitsNamed) {
    throw new SheetError({ code: 'notInNamedEncoding', file: path, named: namedTitle });
  }
  return { ...found, name: named };
}

/** Decodes a file in pieces, and never splits a character. */
export async function* decodeFile(path: string, encoding: TextEncoding): AsyncGenerator<string> {
  // StringDecoder keeps unpaired surrogates of UTF-16, which TextDecoder would replace. For UTF-8,
  // TextDecoder is three times as fast.
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const utf16 = new StringDecoder('utf-16le');
  const singleByte = SingleByteEncoding.find(encoding.name);
  let oddByte = Buffer.alloc(0);
  for await (const bytes of readChunks(path, encoding.bom.length)) {
    if (singleByte !== undefined) {
      yield singleByte.decode(bytes);
    } else if (encoding.name === 'utf-16be') {
      const whole = Buffer.concat([oddByte, bytes]);
      const evenLength = whole.length - (whole.length % 2);
      oddByte = whole.subarray(evenLength);
      yield utf16.write(whole.subarray(0, evenLength).swap16());
    } else if (encoding.name === 'utf-16le') {
      yield utf16.write(bytes);
    } else {
      yield utf8.decode(bytes, { stream: true });
    }
  }
  yield utf8.decode() + utf16.end();
}

export function encodeText(text: string, encoding: TextEncoding): Buffer {
  switch (encoding.name) {
    case 'utf-16le':
      return Buffer.from(text, 'utf-16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf-16le').swap16();
    default:
      return SingleByteEncoding.find(encoding.name)?.encode(text) ?? Buffer.from(text, 'utf-8');
  }
}

/**
 * Replaces the characters that the encoding lacks. Only our own text needs it: the file's text can
 * always be encoded again.
 */
export function toEncodableText(text: string, encoding: TextEncoding): string {
  return SingleByteEncoding.find(encoding.name)?.toEncodable(text) ?? text.toWellFormed();
}

export function toEncodingTitle({ name }: Pick<TextEncoding, 'name'>): string {
  if (/^(windows|macintosh)/.test(name)) return name.charAt(0).toUpperCase() + name.slice(1);
  return name.toUpperCase();
}

/** Each chunk is valid only until the next one is requested. */
async function* readChunks(path: string, start: number): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (let position = start; ;) {
      const { bytesRead } = await file.read(buffer, 0, READ_BYTES, position);
      if (bytesRead === 0) return;
      for (let at = 0; at < bytesRead; at += CHUNK_BYTES) {
        yield buffer.subarray(at, Math.min(bytesRead, at + CHUNK_BYTES));
      }
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}

function findLastCharacterEnd(bytes: Buffer): number {
  for (let behind = 1; behind <= Math.min(3, bytes.length); behind++) {
    const byte = bytes[bytes.length - behind] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    // The first byte of a character contains its length.
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > behind ? bytes.length - behind : bytes.length;
  }
  return bytes.length;
}

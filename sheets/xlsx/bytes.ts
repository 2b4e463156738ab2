/**
 * Bytes to and from strings. Node's Buffer is several times as fast as what browsers have, so it is
 * used if it exists, without importing it.
 */

type Encoding = 'latin1' | 'utf8';

interface NodeBytes extends Uint8Array {
  toString(encoding?: Encoding, start?: number, end?: number): string;
  write(text: string, offset: number, encoding: Encoding): number;
  equals(other: Uint8Array): boolean;
}

interface NodeBuffer {
  alloc(length: number): NodeBytes;
  from(text: string, encoding: Encoding): NodeBytes;
  from(bytes: ArrayBufferLike, offset: number, length: number): NodeBytes;
}

const nodeBuffer: NodeBuffer | undefined = typeof Buffer === 'undefined' ? undefined : Buffer;

/** Arguments of one call; more of them overflow the stack. */
const MAX_ARGUMENTS = 8 * 1024;

const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const utf8Encoder = new TextEncoder();

/** Zeros. */
export function newBytes(length: number): Uint8Array {
  return nodeBuffer ? nodeBuffer.alloc(length) : new Uint8Array(length);
}

/** One character per byte: the binary string of the bytes. */
export function binaryString(bytes: Uint8Array, from = 0, to = bytes.length): string {
  if (nodeBuffer) return nodeBytes(nodeBuffer, bytes).toString('latin1', from, to);
  let text = '';
  for (let at = from; at < to; at += MAX_ARGUMENTS) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(to, at + MAX_ARGUMENTS)));
  }
  return text;
}

/** The bytes of a binary string. */
export function binaryBytes(binary: string): Uint8Array {
  if (nodeBuffer) return nodeBuffer.from(binary, 'latin1');
  const bytes = new Uint8Array(binary.length);
  writeBinary(binary, bytes, 0);
  return bytes;
}

/** Writes a binary string into bytes that have room for it. */
export function writeBinary(binary: string, into: Uint8Array, at: number): void {
  if (nodeBuffer) {
    nodeBytes(nodeBuffer, into).write(binary, at, 'latin1');
    return;
  }
  for (let index = 0; index < binary.length; index++) into[at + index] = binary.charCodeAt(index);
}

/** A text's bytes in UTF-8. */
export function utf8Bytes(text: string): Uint8Array {
  return nodeBuffer ? nodeBuffer.from(text, 'utf8') : utf8Encoder.encode(text);
}

/** The text of bytes in UTF-8; a byte order mark is kept as a character. */
export function utf8Text(bytes: Uint8Array, from = 0, to = bytes.length): string {
  if (nodeBuffer) return nodeBytes(nodeBuffer, bytes).toString('utf8', from, to);
  return utf8Decoder.decode(bytes.subarray(from, to));
}

/** All bytes, one after the other. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first) return first;
  const joined = newBytes(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (nodeBuffer) return nodeBytes(nodeBuffer, one).equals(other);
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Reads and writes the numbers of a zip archive, which has the lowest byte first. */
export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** The bytes that a view reads and writes. */
export function bytesOf({ buffer, byteOffset, byteLength }: DataView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function nodeBytes(buffer: NodeBuffer, bytes: Uint8Array): NodeBytes {
  // Node's own functions give bytes that are a Buffer already.
  if ('equals' in bytes) return bytes as NodeBytes;
  return buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Node's Buffer is several times as fast as the functions of browsers, so it is used if it exists,
 * without importing it.
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

/** The maximum number of arguments in a call: more could overflow the stack. */
const MAX_ARGUMENTS = 8 * 1024;

const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const utf8Encoder = new TextEncoder();

export function allocateBytes(length: number): Uint8Array {
  return nodeBuffer ? nodeBuffer.alloc(length) : new Uint8Array(length);
}

/** Returns a string with one character per byte. */
export function toBinaryString(bytes: Uint8Array, from = 0, to = bytes.length): string {
  if (nodeBuffer) return nodeBytes(nodeBuffer, bytes).toString('latin1', from, to);
  let text = '';
  for (let at = from; at < to; at += MAX_ARGUMENTS) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(to, at + MAX_ARGUMENTS)));
  }
  return text;
}

export function fromBinaryString(binary: string): Uint8Array {
  if (nodeBuffer) return nodeBuffer.from(binary, 'latin1');
  const bytes = new Uint8Array(binary.length);
  writeBinary(binary, bytes, 0);
  return bytes;
}

export function writeBinary(binary: string, into: Uint8Array, at: number): void {
  if (nodeBuffer) {
    nodeBytes(nodeBuffer, into).write(binary, at, 'latin1');
    return;
  }
  for (let index = 0; index < binary.length; index++) into[at + index] = binary.charCodeAt(index);
}

export function encodeUtf8(text: string): Uint8Array {
  return nodeBuffer ? nodeBuffer.from(text, 'utf8') : utf8Encoder.encode(text);
}

/** Keeps a byte order mark as a character. */
export function decodeUtf8(bytes: Uint8Array, from = 0, to = bytes.length): string {
  if (nodeBuffer) return nodeBytes(nodeBuffer, bytes).toString('utf8', from, to);
  return utf8Decoder.decode(bytes.subarray(from, to));
}

/** Joins chunks. A single chunk is returned itself, not copied. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first) return first;
  const joined = allocateBytes(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

export function hasSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (nodeBuffer) return nodeBytes(nodeBuffer, one).equals(other);
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export function toDataView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

export function toBytes({ buffer, byteOffset, byteLength }: DataView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function nodeBytes(buffer: NodeBuffer, bytes: Uint8Array): NodeBytes {
  // Node's functions return bytes that are already a Buffer.
  if ('equals' in bytes) return bytes as NodeBytes;
  return buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

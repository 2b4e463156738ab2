import { toBinaryString, encodeUtf8 } from '../bytes.js';

const DECLARED = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;
/** The length of strings. Longer strings are not faster, and make the heap grow. */
const STRING_BYTES = 32 * 1024;
/** This many bytes contain the byte order mark and the XML declaration. */
const SNIFFED_BYTES = 200;

/** Decodes a part. An unknown encoding is read as UTF-8. */
export function decodePart(bytes: Uint8Array): string {
  return new TextDecoder(detectPartEncoding(bytes)).decode(bytes);
}

export function encodePart(xml: string): Uint8Array {
  return encodeUtf8(declareUtf8(xml));
}

export function declareUtf8(xml: string): string {
  return xml.replace(DECLARED, (declaration, encoding: string) =>
    isUtf8(encoding) ? declaration : declaration.replace(encoding, 'UTF-8'),
  );
}

/** Yields the chunks as binary strings of UTF-8. Only chunks in other encodings are converted. */
export async function* toBinaryChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) {
      const encoding = detectPartEncoding(chunk);
      if (encoding !== 'utf-8') decoder = new TextDecoder(encoding);
      isFirst = false;
    }
    const bytes = decoder ? encodeUtf8(decoder.decode(chunk, { stream: true })) : chunk;
    for (let at = 0; at < bytes.length; at += STRING_BYTES) {
      yield toBinaryString(bytes, at, Math.min(bytes.length, at + STRING_BYTES));
    }
  }
}

/** Detects the encoding by the byte order mark, the first `<` of UTF-16, or the declaration. */
function detectPartEncoding(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  const declared =
    DECLARED.exec(toBinaryString(bytes, 0, Math.min(bytes.length, SNIFFED_BYTES)))?.[1] ?? 'utf-8';
  return isUtf8(declared) ? 'utf-8' : toSupportedEncoding(declared);
}

function isUtf8(encoding: string): boolean {
  return /^(utf-?8|us-ascii)$/i.test(encoding);
}

function toSupportedEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}

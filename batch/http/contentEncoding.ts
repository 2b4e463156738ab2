import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import type { BodyFault } from '../../src/requestMessages.js';
import { excerpt } from '../../src/sanitizeMessage.js';

export interface DecodedBody {
  /** Empty if the body cannot be read. */
  readonly body: string;
  readonly unreadable?: BodyFault;
}

interface Limit {
  readonly maxOutputLength: number;
}

// RFC 9659 forbids a larger window, which would also need more memory.
const zstdParams = { [constants.ZSTD_d_windowLogMax]: 23 };

const decoders = new Map<string, (bytes: Buffer, limit: Limit) => Buffer>([
  ['identity', (bytes) => bytes],
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflate],
  ['br', brotliDecompressSync],
  ['zstd', (bytes, limit) => zstdDecompressSync(bytes, { ...limit, params: zstdParams })],
]);

/** Servers do not use more, and a long list would cost time and memory. */
const maxEncodings = 2;

/**
 * Our requests ask for an unencoded body, but a proxy may compress it anyway. We do not use
 * undici's interceptor, because it is experimental, and does not decode error responses or report
 * unknown encodings.
 */
export function decodeBody(bytes: Buffer, contentEncoding: string, maxBytes: number): DecodedBody {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const steps = names.flatMap((name) => decoders.get(name) ?? []);
  const encoding = excerpt(contentEncoding);
  if (steps.length < names.length || names.length > maxEncodings) {
    return { body: '', unreadable: { code: 'unknownEncoding', encoding } };
  }
  if (bytes.length === 0) return { body: '' };
  try {
    // The encodings are listed in the order in which they were applied.
    const decoded = steps.reduceRight(
      (encoded, decode) => decode(encoded, { maxOutputLength: maxBytes }),
      bytes,
    );
    return { body: decoded.toString('utf8') };
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return {
      body: '',
      unreadable: isTooLong
        ? { code: 'tooLong', megabytes: maxBytes / 1_000_000 }
        : { code: 'wrongEncoding', encoding },
    };
  }
}

/** For `deflate`, some servers omit the zlib wrapper that RFC 9110 requires. */
function inflate(bytes: Buffer, limit: Limit): Buffer {
  const [first = 0] = bytes;
  // A zlib header (RFC 1950) contains the method 8, and its two bytes are a multiple of 31.
  const isWrapped = (first & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE() % 31 === 0;
  return isWrapped ? inflateSync(bytes, limit) : inflateRawSync(bytes, limit);
}

import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeBody } from '../../../batch/http/contentEncoding.js';

const text = '{"status":"success","response":{"assessment_id":"ä-1"}}';
const plain = Buffer.from(text);
const maxBytes = 1_000_000;

test.each([
  ['', plain],
  ['identity', plain],
  ['gzip', gzipSync(plain)],
  ['GZIP', gzipSync(plain)],
  ['x-gzip', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['deflate', deflateRawSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['zstd', zstdCompressSync(plain)],
  ['gzip, identity', gzipSync(plain)],
  ['deflate, gzip', gzipSync(deflateSync(plain))],
])('a body with the content encoding %j is decoded', (encoding, bytes) => {
  expect(decodeBody(bytes, encoding, maxBytes)).toEqual({ body: text });
});

test('an empty body with a content encoding is decoded as an empty text', () => {
  expect(decodeBody(Buffer.alloc(0), 'gzip', maxBytes)).toEqual({ body: '' });
});

test.each([['snappy'], ['compress'], ['gzip, snappy'], ['gzip, gzip, gzip'], ['__proto__']])(
  'a body with the unsupported encoding %j is reported',
  (encoding) => {
    expect(decodeBody(plain, encoding, maxBytes)).toEqual({
      body: '',
      unreadable: { code: 'unknownEncoding', encoding },
    });
  },
);

test.each([['gzip'], ['deflate'], ['br'], ['zstd']])(
  'a body that is not in its stated encoding %j is reported',
  (encoding) => {
    expect(decodeBody(plain, encoding, maxBytes)).toEqual({
      body: '',
      unreadable: { code: 'wrongEncoding', encoding },
    });
  },
);

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const)(
  'a compression bomb in %j is not decompressed beyond the limit',
  (encoding, compress) => {
    const bomb = compress(Buffer.alloc(10_000_000));
    expect(bomb.length).toBeLessThan(20_000);
    expect(decodeBody(bomb, encoding, maxBytes)).toEqual({
      body: '',
      unreadable: { code: 'tooLong', megabytes: 1 },
    });
    expect(decodeBody(compress(Buffer.alloc(maxBytes, 'x')), encoding, maxBytes).body.length).toBe(
      maxBytes,
    );
  },
);

test('a nested compression bomb is reported as too long', () => {
  const bomb = gzipSync(gzipSync(Buffer.alloc(50_000_000)));
  expect(decodeBody(bomb, 'gzip, gzip', maxBytes).unreadable).toEqual({
    code: 'tooLong',
    megabytes: 1,
  });
});

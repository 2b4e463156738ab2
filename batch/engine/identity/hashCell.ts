export const cellChars = 4;

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const fnvOffset = 0x81_1c_9d_c5;
const fnvPrime = 0x01_00_01_93;

/**
 * FNV-1a: the hash need not hide the text, which is in the same row. A sheet may have millions of
 * cells, and SHA-256 takes ten times as long.
 */
export function hashCell(text: string): string {
  let bits = fnvOffset;
  for (let at = 0; at < text.length; at++) {
    bits = Math.imul(bits ^ text.charCodeAt(at), fnvPrime);
  }
  bits ^= bits >>> 15;
  let chars = '';
  for (let at = 0; at < cellChars; at++) chars += base32[(bits >>> (5 * at)) & 31] ?? '';
  return chars;
}

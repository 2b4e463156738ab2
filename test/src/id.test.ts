import { expect, test } from 'vitest';
import { canBeId } from '../../src/id.js';

test.each(['1700000000000x100000000000000001', 'b9b6ce1e-4f0a-4a3c-9d0e-2f6d0b1f7a11', 'A-1'])(
  '%s can be an ID',
  (text) => {
    expect(canBeId(text)).toBe(true);
  },
);

test.each(['', '-', 'n/a', 'later', 'skip', 'Ada Ek', 'Ada2 Ek', '1\u202e2', '1'.repeat(201)])(
  '"%s" cannot be an ID',
  (text) => {
    expect(canBeId(text)).toBe(false);
  },
);

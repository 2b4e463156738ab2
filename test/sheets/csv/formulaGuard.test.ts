import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardText, unguardText } from '../../../sheets/csv/formulaGuard.js';

const invisible = [
  '',
  ' ',
  '\u00A0',
  '\u200B',
  '\u2060',
  '\u00AD',
  '\v',
  '\f',
  '\uFEFF',
  '\u2028',
  '\u2029',
  '\u3000',
  '\u2003',
  '\u202E',
  '\u0000',
  '\u0085',
  ' \u00A0\u200B ',
];
const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

test.each(signs.flatMap((sign) => invisible.map((before) => [`${before}${sign}1+1`])))(
  '%j could run as a formula, so it gets an apostrophe',
  (text) => {
    expect(guardText(text)).toBe(`'${text}`);
  },
);

test.each(['\t1', '\r1', '\n1'])(
  '%j could begin a new cell or row, so it gets an apostrophe',
  (text) => {
    expect(guardText(text)).toBe(`'${text}`);
  },
);

test.each(['1=1', 'a-b', "O'Neill", "'quoted'", ' a', ''])('%j gets no apostrophe', (text) => {
  expect(guardText(text)).toBe(text);
});

test('unguarding returns the original text', () => {
  const piece = fc.constantFrom("'", ...invisible, ...signs, 'a', '1', '\t');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const text = pieces.join('');
      expect(unguardText(guardText(text))).toBe(text);
    }),
  );
});

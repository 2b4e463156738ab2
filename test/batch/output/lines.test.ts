import { expect, test } from 'vitest';
import { listRows, shorten } from '../../../batch/wording/words.js';
import { wrapText } from '../../../batch/cli/output/lines.js';

test('lines are broken at spaces, and continuation lines are indented', () => {
  const text = '  one two three four five six seven eight nine ten';
  expect(wrapText(text, 40, '    ')).toBe(
    '  one two three four five six seven\n    eight nine ten',
  );
});

test('a long word is not broken, because it may be an address', () => {
  const address = `https://example.com/${'x'.repeat(60)}`;
  expect(wrapText(`See ${address} there`, 40)).toBe(`See\n${address}\nthere`);
});

test('lines are not broken without a terminal, or in a very narrow terminal', () => {
  const text = 'word '.repeat(50).trim();
  expect(wrapText(text, undefined)).toBe(text);
  expect(wrapText(text, 20)).toBe(text);
});

test('a shortened list of rows ends with the number of the omitted rows', () => {
  expect(listRows([3])).toBe('row 3');
  expect(listRows([3, 4])).toBe('rows 3 and 4');
  expect(listRows([3, 1204], 2000)).toBe('rows 3, 1,204 and 1,998 more');
});

test('a long text is shortened, and no emoji is cut in half', () => {
  expect(shorten('abcdefghij', 8)).toBe('abcde...');
  expect(shorten('abcdefgh', 8)).toBe('abcdefgh');
  expect(shorten('abcd😀😀😀', 8)).toBe('abcd...');
});

import { expect, test } from 'vitest';
import { escapeUnsafe, sanitize } from '../../src/sanitized.js';

test.each([
  ['\u001B[2J', '\\u001b[2J'],
  ['\u009B1A\u007F', '\\u009b1A\\u007f'],
  ['a\u202Eb\u2066c\u200Fd\u061C', 'a\\u202eb\\u2066c\\u200fd\\u061c'],
  ['\u{E0041}', '\\udb40\\udc41'],
  ['half \uD83D', 'half \\ud83d'],
])('%j is escaped', (text, expected) => {
  expect(sanitize(text)).toBe(expected);
  // An escaped JSON text has the same value.
  expect(JSON.parse(escapeUnsafe(JSON.stringify(text)))).toBe(text);
});

test('`sanitize` puts a text on one line; `escapeUnsafe` keeps its line feeds', () => {
  expect(sanitize('a\nb\r\nc\vd\fe\u0085f\u2028g\u2029h\ti')).toBe('a b c d e f g h i');
  expect(escapeUnsafe('a\nb')).toBe('a\nb');
});

test('letters of all scripts, emoji and spaces are unchanged', () => {
  const text = 'Zoë Ünal 山田 שלום 👩‍💻 a\u00A0b';
  expect(sanitize(text)).toBe(text);
});

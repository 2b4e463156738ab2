import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createRedactor, removeToken } from '../../src/redaction.js';

const token = 'bus-1f8a/7c2e+94b04~f6d8';
const redact = createRedactor(token);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64Url = (text: string) => Buffer.from(text).toString('base64url');
const escapeEach = (text: string, toEscape: (code: string) => string) =>
  Array.from(text, (char) => toEscape(char.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

/** The ways in which a service may quote the token. */
const quotations: [name: string, quoted: string][] = [
  ['word for word', token],
  ['with \\/', token.replaceAll('/', '\\/')],
  ['with \\u002b', token.replaceAll('+', '\\u002b')],
  ['with \\u002B and \\/', token.replaceAll('+', '\\u002B').replaceAll('/', '\\/')],
  ['all in \\uXXXX', escapeEach(token, (code) => `\\u00${code}`)],
  ['all in \\uXXXX, upper case', escapeEach(token, (code) => `\\u00${code.toUpperCase()}`)],
  ['as a URL component', encodeURIComponent(token)],
  ['as a URL component, lower case', encodeURIComponent(token).toLowerCase()],
  ['all percent-encoded', escapeEach(token, (code) => `%${code}`)],
  ['as a URL component twice', encodeURIComponent(encodeURIComponent(token))],
  ['in numeric entities', Array.from(token, (char) => `&#${char.charCodeAt(0)};`).join('')],
  ['in hexadecimal entities', escapeEach(token, (code) => `&#x${code};`)],
  ['in base64', base64(token)],
  ['in base64 for URLs', base64Url(token)],
  ['in base64, as a URL component', encodeURIComponent(base64(token))],
  ['in base64 with \\/', base64(token).replaceAll('/', '\\/')],
  ...['Bearer ', 'u:', 'us:', 'use:', ':'].flatMap((before): [string, string][] => [
    [`in base64 after "${before}"`, base64(before + token)],
    [`in base64 for URLs after "${before}"`, base64Url(before + token)],
    [`in base64 between "${before}" and other text`, base64(`${before}${token} and more`)],
  ]),
];

const countReplacements = (text: string) => text.split('(token)').length - 1;

describe('a quoted token is removed', () => {
  test.each(quotations)('%s', (_, quoted) => {
    // In JSON, the escapes belong to the JSON or to a string in it.
    for (const body of [`{"message":"No ${quoted}, sorry"}`, JSON.stringify({ message: quoted })]) {
      const redacted = redact(body);
      expect(redacted).not.toContain(quoted.slice(4, -4));
      expect(countReplacements(redacted)).toBe(1);
      const { message } = JSON.parse(redacted) as { message: string };
      expect(message.length).toBeLessThan(50);
    }
    // Outside of valid JSON.
    for (const body of [`<p>${quoted}</p>`, `{"message":"No ${quoted}`, quoted]) {
      expect(redact(body)).not.toContain(quoted.slice(4, -4));
      expect(countReplacements(redact(body))).toBe(1);
    }
  });

  test('in the name of a field, in lists, and more than once', () => {
    const body = JSON.stringify({ [token]: [{ a: `${token} ${base64(token)}` }, 7, null, true] });
    expect(redact(body)).toBe('{"(token)":[{"a":"(token) (token)"},7,null,true]}');
  });

  test('if it is escaped several times, as JSON in JSON in JSON', () => {
    const quoted = token.replaceAll('/', '\\/').replaceAll('+', '\\u002b');
    const nested = JSON.stringify(JSON.stringify(JSON.stringify(`"${quoted}"`)));
    expect(redact(nested)).not.toMatch(/1f8a|7c2e/);
    const percent = '{"message":"' + encodeURIComponent(token).replaceAll('%', '\\u0025') + '"}';
    expect(redact(percent)).toBe('{"message":"(token)"}');
  });

  test('if it is escaped with named HTML entities', () => {
    const redactOther = createRedactor(`a&b<c>d"e'f-1`);
    expect(redactOther('<p>a&amp;b&lt;c&gt;d&quot;e&apos;f-1</p>')).toBe('<p>(token)</p>');
  });

  test('if it contains letters that are not ASCII', () => {
    const redactOther = createRedactor('Schlüssel-😀-1');
    for (const quoted of [
      'Schlüssel-😀-1',
      encodeURIComponent('Schlüssel-😀-1'),
      'Schl\\u00fcssel-\\uD83D\\uDE00-1',
      base64('Schlüssel-😀-1'),
    ]) {
      expect(redactOther(`{"message":"${quoted}"}`)).toMatch(/^\{"message":"\(token\)\w?=?"\}$/);
    }
  });

  test('if it is a number', () => {
    expect(createRedactor('12345678')('{"id":12345678,"n":1234}')).toBe(
      '{"id":"(token)","n":1234}',
    );
  });
});

describe('other text is unchanged', () => {
  test.each([
    '{"status":"success","response":{"assessment_id":"1731234567890x123456789012345678"}}',
    '{ "note" : "a\\nb \\u00e4 \\/ 1e3", "n": 1e3, "same": 1, "same": 2 }',
    'bus-1f8a/7c2e+94b04',
    '\uFEFF{"a":"\\\\"}',
    '',
  ])('%j', (text) => {
    expect(redact(text)).toBe(text);
  });

  test('a token as short as a word is not removed', () => {
    expect(createRedactor('secret1')('{"message":"secret1"}')).toBe('{"message":"secret1"}');
    expect(createRedactor('')('abc')).toBe('abc');
  });

  test('valid JSON stays valid if an escape only looks like the start of the token', () => {
    const body = '{"message":"x\\nabc12345"}';
    expect(JSON.parse(createRedactor('nabc12345')(body))).toEqual({ message: 'x\nabc12345' });
  });
});

test.each([
  ['backslashes', '\\'.repeat(1_000_000)],
  ['nested percent escapes', `%${'25'.repeat(500_000)}`],
  ['zeros', `&#${'0'.repeat(1_000_000)}`],
  ['beginnings of the token', 'bus-1f8a/7c2e+94b04~'.repeat(50_000)],
  ['brackets', '['.repeat(500_000) + '"\\/"' + ']'.repeat(500_000)],
])('a megabyte of %s is handled within the time limit of a test', (_, text) => {
  expect(redact(text)).toBe(text);
});

test('all texts of an exchange are redacted', () => {
  const answered = { delivery: 'answered', httpStatus: 200, complete: true } as const;
  expect(removeToken({ ...answered, body: token, unreadable: `has "${token}"` }, redact)).toEqual({
    ...answered,
    body: '(token)',
    unreadable: 'has "(token)"',
  });
  expect(removeToken({ ...answered, body: '{}' }, redact)).toEqual({ ...answered, body: '{}' });
  expect(removeToken({ delivery: 'unknown', reason: `bad ${token}` }, redact)).toEqual({
    delivery: 'unknown',
    reason: 'bad (token)',
  });
  const throughProxy = (text: string) => ({
    delivery: 'not_sent' as const,
    reason: {
      code: 'proxyFailed' as const,
      proxy: 'http://proxy.example:3128',
      fault: { code: 'other' as const, text },
    },
  });
  expect(removeToken(throughProxy(`bad ${token}`), redact)).toEqual(throughProxy('bad (token)'));
});

// JSON Web Tokens may have thousands of characters.
test.each([25, 4_000, 20_000])('a token of %i characters is removed like a short one', (length) => {
  // The token must not repeat itself, as its start would then match in several places.
  const hash = createHash('shake256', { outputLength: length });
  const token = `aZ9-_.${hash.digest('base64url')}`.slice(0, length);
  const redact = createRedactor(token);
  const escaped = token.replaceAll('-', String.raw`\u002D`);
  expect(redact(`refused: ${token}!`)).toBe('refused: (token)!');
  expect(redact(`{"message":"Bearer ${escaped}"}`)).toBe('{"message":"Bearer (token)"}');
  expect(redact(btoa(`Bearer ${token}`))).toContain('(token)');
  for (const part of [token.slice(1), token.slice(0, -1)]) {
    expect(redact(`refused: ${part}`)).toBe(`refused: ${part}`);
  }
});

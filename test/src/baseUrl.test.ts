import { describe, expect, test } from 'vitest';
import { isSameService, readBaseUrl, createServiceKey } from '../../src/baseUrl.js';

const read = (text: string) => {
  const result = readBaseUrl(text);
  return result.ok ? result.baseUrl : result.message;
};

describe('a valid base URL is accepted', () => {
  test.each([
    ['https://example.com/version-test/api/1.1/wf', true],
    ['https://example.com/api/1.1/wf', false],
    ['https://example.com', false],
    ['https://example.com:8443/version-test', true],
    ['https://bücher.example/wf', false],
    ['https://[2001:db8::1]:8443/wf', false],
    ['http://localhost:4010/version-test/api/1.1/wf', true],
    ['http://LOCALHOST/wf', false],
    ['http://127.0.0.1:4010/wf', false],
    ['http://127.255.255.254/wf', false],
    ['http://[::1]:80/wf', false],
    ['http://[::1]', false],
  ])('%s (test environment: %s)', (url, isTest) => {
    expect(read(url)).toEqual({ url, isTest });
  });

  test.each([
    ['https://example.com/', 'https://example.com'],
    ['https://example.com/wf/', 'https://example.com/wf'],
    ['https://example.com/wf///', 'https://example.com/wf'],
    ['  https://example.com/wf\n', 'https://example.com/wf'],
    ['HTTPS://Example.com/wf', 'https://Example.com/wf'],
    ['Http://127.0.0.1/wf', 'http://127.0.0.1/wf'],
  ])('%j is normalised to %s', (text, url) => {
    expect(read(text)).toEqual({ url, isTest: false });
  });
});

test.each([
  ['https://example.com/Version-Test/wf'],
  ['https://example.com/version-test-2/wf'],
  ['https://example.com/not-version-test/wf'],
  ['https://version-test/wf'],
  ['https://example.com/version%2Dtest/wf'],
])('%s is not in the test environment', (text) => {
  expect(read(text)).toMatchObject({ isTest: false });
});

describe('http to a host that is not clearly this machine is refused, with advice to use https', () => {
  test.each([
    ['http://example.com/wf', 'https://example.com/wf'],
    ['http://localhost.evil.com', 'https://localhost.evil.com'],
    ['http://127.0.0.1.evil.com', 'https://127.0.0.1.evil.com'],
    ['http://127.0.0.256/wf', 'https://127.0.0.256/wf'],
    ['http://127.1/wf', 'https://127.1/wf'],
    ['http://0.0.0.0/wf', 'https://0.0.0.0/wf'],
    ['http://192.168.0.1/wf', 'https://192.168.0.1/wf'],
    ['http://2130706433/wf', 'https://2130706433/wf'],
    ['http://[::2]/wf', 'https://[::2]/wf'],
    ['http://[::ffff:127.0.0.1]/wf', 'https://[::ffff:127.0.0.1]/wf'],
    ['http://localhost./wf', 'https://localhost./wf'],
    ['http://localho\u017Ft/wf', 'https://localho\u017Ft/wf'],
  ])('%s', (text, https) => {
    expect(read(text)).toBe(
      `The base URL uses http, which would expose the company token to the network. Use ${https}. http is allowed only for this machine (localhost).`,
    );
  });
});

describe('an invalid or misleading base URL is refused', () => {
  test.each([
    [''],
    ['example.com/wf'],
    ['//example.com/wf'],
    ['ftp://example.com/wf'],
    ['https:example.com'],
    ['https:///wf'],
    ['https://'],
    ['http\u017F://example.com'],
    ['https://:443/wf'],
    ['https://.'],
    ['https://example.com:port/wf'],
    ['https://example.com:/wf'],
    ['https://example.com:70000/wf'],
    ['http://localhost:99999/wf'],
    ['https://user@example.com/wf'],
    ['https://user:secret@example.com/wf'],
    ['http://127.0.0.1@evil.com'],
    ['http://127.0.0.1:80@evil.com'],
    ['http://localhost%00.evil.com'],
    ['http://localhost%2eevil.com'],
    ['https://example.com/wf?token=secret'],
    ['https://example.com/wf#part'],
    ['https://example.com?'],
    ['http://localhost\\@evil.com/wf'],
    ['http://localhost\\.evil.com'],
    ['https://example.com/wf\\..'],
    ['https:\\\\example.com'],
    ['https://exam ple.com'],
    ['http://local\thost/wf'],
    ['http://localhost\n.evil.com'],
    ['https://example.com/w\nf'],
    ['https://example.com/w\u0000f'],
    ['https://example.com/w\u007ff'],
    ['https://example.com/version-test/../api/1.1/wf'],
    ['https://example.com/version-test/%2E%2e/api/1.1/wf'],
    ['https://example.com/./wf'],
    ['https://example.com/version-test/..'],
  ])('%j', (text) => {
    expect(read(text)).toBe(
      'The base URL cannot be used. Write it like https://example.com/version-test/api/1.1/wf, without user name, query or fragment.',
    );
  });

  test('no message repeats a secret from the URL', () => {
    for (const text of ['http://u:secret@evil.com', 'http://evil.com/wf?t=secret']) {
      expect(JSON.stringify(readBaseUrl(text))).not.toContain('secret');
    }
  });
});

test.each(['https://example.com/wf/rwa_create', 'https://example.com/wf/rwa_create//'])(
  '%s is refused because it ends with an operation',
  (text) => {
    expect(read(text)).toBe(
      'The base URL ends with the operation rwa_create. Remove it: https://example.com/wf.',
    );
  },
);

describe('two spellings of one service are recognised', () => {
  test.each([
    ['https://Example.COM/wf', 'https://example.com/wf'],
    ['https://example.com./wf', 'https://example.com/wf'],
    ['https://example.com:443/wf', 'https://example.com/wf/'],
    ['https://example.com:08443/wf', 'https://example.com:8443/wf'],
    ['http://localhost:4010/wf', 'http://127.0.0.1:4010/wf'],
    ['http://[::1]:4010/wf', 'http://LOCALHOST:4010/wf'],
    ['http://localhost:80', 'http://localhost'],
    ['https://localhost:4010/wf', 'http://localhost:4010/wf'],
    ['the embedded sandbox', 'the embedded sandbox'],
  ])('%s and %s', (first, second) => {
    expect(isSameService(first, second)).toBe(true);
    expect(createServiceKey(first)).toBe(createServiceKey(second));
  });
});

describe('two different services are distinguished', () => {
  test.each([
    ['https://example.com/wf', 'https://example.org/wf'],
    ['https://example.com/wf', 'https://example.com/version-test/wf'],
    ['https://example.com/wf', 'https://example.com/WF'],
    ['https://example.com:8443/wf', 'https://example.com/wf'],
    ['http://localhost:4010', 'http://localhost:4011'],
    ['http://127.0.0.1:4010', 'http://127.0.0.2:4010'],
    ['https://localhost', 'the embedded sandbox'],
  ])('%s and %s', (first, second) => {
    expect(isSameService(first, second)).toBe(false);
  });
});

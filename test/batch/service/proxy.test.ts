import { expect, test } from 'vitest';
import { findProxy } from '../../../batch/http/proxy.js';
import { SettingsError } from '../../../batch/http/settingsError.js';

const service = 'https://rwa.example/version-test/api/1.1/wf';
const address = 'http://proxy.example:3128';

test('a missing or blank variable means no proxy', () => {
  expect(findProxy(service, {})).toBeUndefined();
  expect(findProxy(service, { HTTPS_PROXY: '', https_proxy: ' ', NO_PROXY: '*' })).toBeUndefined();
});

test.each([
  [{ HTTPS_PROXY: address }, 'HTTPS_PROXY'],
  [{ https_proxy: address }, 'https_proxy'],
  [{ https_proxy: address, HTTPS_PROXY: 'http://other.example' }, 'https_proxy'],
  [{ HTTP_PROXY: address }, 'HTTP_PROXY'],
  [{ http_proxy: address }, 'http_proxy'],
  [{ HTTP_PROXY: 'http://other.example', HTTPS_PROXY: address }, 'HTTPS_PROXY'],
])('with the environment %j, the proxy is read from %s', (env, variable) => {
  expect(findProxy(service, env)).toMatchObject({
    uri: `${address}/`,
    displayUrl: address,
    variable,
  });
});

test('NO_PROXY is read in upper and lower case', () => {
  const env = { HTTPS_PROXY: address };
  expect(findProxy(service, { ...env, NO_PROXY: 'a.example' })).toMatchObject({
    noProxy: 'a.example',
  });
  expect(findProxy(service, { ...env, no_proxy: '.b.example' })).toMatchObject({
    noProxy: '.b.example',
  });
});

test.each([
  'http://localhost:4010/wf',
  'http://127.0.0.1:4010/wf',
  'http://127.8.9.10/wf',
  'http://[::1]:4010/wf',
  'https://LOCALHOST/wf',
])('%s is reached without a proxy', (url) => {
  const env = { HTTPS_PROXY: address, HTTP_PROXY: address, NO_PROXY: 'elsewhere.example' };
  expect(findProxy(url, env)).toBeUndefined();
});

test('the displayed URL of a proxy contains neither the user name nor the password', () => {
  const HTTPS_PROXY = 'somebody:p%40ss%23@proxy.example:3128';
  expect(findProxy(service, { HTTPS_PROXY })).toEqual({
    uri: 'http://somebody:p%40ss%23@proxy.example:3128/',
    displayUrl: address,
    variable: 'HTTPS_PROXY',
    hasLogin: true,
    noProxy: '',
  });
});

test.each([
  'socks5://proxy.example:1080',
  'http://',
  'http://somebody:12#34@proxy.example:3128',
  'http://somebody:12/34@proxy.example:3128',
  'http://somebody:100%@proxy.example:3128',
  'http://proxy.example:3128/path',
  'not a proxy',
])('the proxy URL %s is refused, and the error does not contain the URL', (HTTPS_PROXY) => {
  const read = () => findProxy(service, { HTTPS_PROXY });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow('{"code":"proxyUnusable","variable":"HTTPS_PROXY"}');
  expect(read).not.toThrow(/somebody|12[#/]34|100|\/path|socks5/);
});

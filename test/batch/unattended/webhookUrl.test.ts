import { expect, test } from 'vitest';
import { UsageError } from '../../../batch/engine/errors.js';
import { removeSecretOptions } from '../../../batch/cli/unattended/secretOptions.js';
import { readWebhookUrl } from '../../../batch/cli/unattended/webhookUrl.js';
import { hideWebhookPath } from '../../../batch/http/webhookUrl.js';

test.each([
  'https://hooks.example.com/services/T0/B0/secret',
  'https://prod.example.com:443/workflows/1?api-version=1&sig=secret',
  'http://localhost:5678/webhook/secret',
  'http://127.0.0.1:5678/webhook/secret',
  'http://[::1]:5678/webhook/secret',
])('%s is accepted, and hideWebhookPath replaces its path', (text) => {
  const url = readWebhookUrl(text, {});
  expect(url?.href).toBe(new URL(text).href);
  expect(url && hideWebhookPath(url)).toMatch(/^https?:\/\/[^/]+\/\.\.\.$/);
});

test.each([
  ['', 'is not a complete URL'],
  ['hooks.example.com/secret', 'is not a complete URL'],
  ['file:///secret', 'is not a complete URL'],
  ['ftp://example.com/secret', 'is not a complete URL'],
  ['http://example.com/secret', 'uses http'],
  ['http://localhost.example.com/secret', 'uses http'],
  ['http://127.0.0.1.example.com/secret', 'uses http'],
  ['https://ana:secret@example.com/', 'user name or a password'],
  ['https://secret@example.com/', 'user name or a password'],
])('"%s" is refused, and the message does not contain the secret', (text, problem) => {
  for (const read of [
    () => readWebhookUrl(text, {}),
    ...(text === '' ? [] : [() => readWebhookUrl(undefined, { RWA_WEBHOOK: text })]),
  ]) {
    expect(read).toThrow(UsageError);
    expect(read).toThrow(problem);
    expect(read).not.toThrow(/\/secret|:secret|secret@/);
  }
});

test('the option overrides RWA_WEBHOOK, and without either there is no webhook', () => {
  const env = { RWA_WEBHOOK: 'https://b.example.com/' };
  expect(readWebhookUrl('https://a.example.com/', env)?.host).toBe('a.example.com');
  expect(readWebhookUrl(undefined, env)?.host).toBe('b.example.com');
  expect(readWebhookUrl(undefined, { RWA_WEBHOOK: '' })).toBeUndefined();
  expect(readWebhookUrl(undefined, {})).toBeUndefined();
});

test.each([
  [['assess', 'a.csv', '--webhook', 'https://x/secret', '--yes']],
  [['assess', '--webhook=https://x/secret', 'a.csv', '--yes']],
  [['assess', 'a.csv', '--on-finish', 'curl https://x/secret', '--yes']],
  [['assess', 'a.csv', '--on-finish=curl https://x/secret', '--yes', '--webhook', 'secret']],
  [['assess', 'a.csv', '--yes', '--webhook']],
])('removeSecretOptions removes the secret options: %j', (args) => {
  expect(removeSecretOptions(args)).toEqual(['assess', 'a.csv', '--yes']);
});

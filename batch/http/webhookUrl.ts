import { isLoopback } from '../../src/baseUrl.js';

/** Messages must not contain the URL, which is a secret. */
export type WebhookFault = 'incomplete' | 'credentials' | 'notEncrypted';

/** Accepts https, or http on the loopback interface. */
export function parseWebhookUrl(text: string): URL | WebhookFault {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) return 'incomplete';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'notEncrypted';
  return url;
}

/** The path and query are secret. */
export function hideWebhookPath({ origin }: URL): string {
  return `${origin}/...`;
}

import { isLoopback } from '../../src/baseUrl.js';

/** Why an address cannot be that of a webhook; the address itself is a secret, and never repeated. */
export type WebhookFault = 'incomplete' | 'credentials' | 'notEncrypted';

/** Reads the URL of a webhook: https, or http on the loopback interface only. */
export function webhookUrlOf(text: string): URL | WebhookFault {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) return 'incomplete';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'notEncrypted';
  return url;
}

/** A webhook for logs: its path and query are secret. */
export function shownWebhook({ origin }: URL): string {
  return `${origin}/...`;
}

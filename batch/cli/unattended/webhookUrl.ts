import { type WebhookFault, webhookUrlOf } from '../../http/webhookUrl.js';
import { CommandError } from '../output/commandError.js';

/**
 * The URL of a webhook, from the option or else from `RWA_WEBHOOK`; undefined when there is none.
 * https, or http on the loopback interface only. No message contains the URL.
 */
export function readWebhookUrl(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
): URL | undefined {
  const text = (option ?? env.RWA_WEBHOOK ?? '').trim();
  if (text === '' && option === undefined) return undefined;
  const source = option === undefined ? 'RWA_WEBHOOK' : '--webhook';
  const url = webhookUrlOf(text);
  if (typeof url === 'string') throw new CommandError(`${source} ${faults[url]}`);
  return url;
}

const faults: Readonly<Record<WebhookFault, string>> = {
  incomplete: 'is not a complete URL. Write it like https://hooks.example.com/services/...',
  credentials: 'has a user name or a password in its URL. Use a URL without them.',
  notEncrypted:
    'uses http, which would expose the summary and the secret URL to the network. Use https. http is allowed only for this machine (localhost).',
};

import { isLoopback } from '../../../src/baseUrl.js';
import { CommandError } from '../output/commandError.js';

/**
 * The address of a webhook, from the option or else from `RWA_WEBHOOK`; undefined when there is
 * none. https, or http on the loopback interface only. No message repeats the address.
 */
export function readWebhookUrl(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
): URL | undefined {
  const text = (option ?? env.RWA_WEBHOOK ?? '').trim();
  if (text === '' && option === undefined) return undefined;
  const source = option === undefined ? 'RWA_WEBHOOK' : '--webhook';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
    throw new CommandError(
      `${source} is not a complete URL. Write it like https://hooks.example.com/services/...`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new CommandError(
      `${source} has a user name or a password in its address. Use an address without them.`,
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new CommandError(
      `${source} uses http, which would expose the summary and the secret address to the network. Use https. http is allowed only for this machine (localhost).`,
    );
  }
  return url;
}

/** A webhook as logs may show it: path and query are its secret. */
export function shownWebhook({ origin }: URL): string {
  return `${origin}/...`;
}

import { parseWebhookUrl } from '../../http/webhookUrl.js';
import { webhookFaults } from '../../wording/webhookFaults.js';
import { CommandError } from '../output/commandError.js';

/** Reads the option, or else `RWA_WEBHOOK`. Errors do not contain the URL. */
export function readWebhookUrl(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
): URL | undefined {
  const text = (option ?? env.RWA_WEBHOOK ?? '').trim();
  if (text === '' && option === undefined) return undefined;
  return readUrl(option === undefined ? 'RWA_WEBHOOK' : '--webhook', text);
}

export function readHeartbeatUrl(option: string | undefined): URL | undefined {
  return option === undefined ? undefined : readUrl('--heartbeat', option.trim());
}

function readUrl(setting: string, text: string): URL {
  const url = parseWebhookUrl(text);
  if (typeof url === 'string') throw new CommandError(`${setting} ${webhookFaults[url]}`);
  return url;
}

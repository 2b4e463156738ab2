import { type Dispatcher, interceptors, request } from 'undici';
import { escaped } from '../../src/sanitized.js';
import { aborted } from './aborted.js';
import { explainFailure } from './failureReason.js';
import { proxyFor } from './proxy.js';
import { SettingsError } from './settingsError.js';
import type { SettingsMessage } from './settingsMessages.js';
import { agentFor } from './throughProxy.js';

/** The time limit for all attempts together. */
const defaultLimitMs = 25_000;

interface Ending {
  /** Ends the attempts. */
  readonly signal: AbortSignal;
  /** Words the problem of an invalid proxy. */
  readonly inWords: (said: SettingsMessage) => string;
  readonly limitMs?: number;
  /** The environment, which may contain a proxy. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * POSTs a notice as JSON to a webhook, with retries, within a time limit; the receiver may get it twice.
 * Follows no redirect and sends no token. Never throws. Resolves to the problem in words, without the
 * URL, which is a secret.
 */
export async function postNotice(
  url: URL,
  notice: object,
  { signal, inWords, limitMs = defaultLimitMs, env = process.env }: Ending,
): Promise<string | undefined> {
  let agent: Dispatcher | undefined;
  const late = AbortSignal.timeout(limitMs);
  const over = AbortSignal.any([signal, late]);
  try {
    const settings = { headersTimeout: 10_000, bodyTimeout: 10_000 };
    agent = agentFor(proxyFor(url, env), settings, 5_000);
    const posted = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'remote-work-assessment' },
      body: escaped(JSON.stringify(notice)),
      // The retries of undici wait between attempts and honour Retry-After.
      dispatcher: agent.compose(interceptors.retry(retries)),
      signal: over,
    });
    // undici ignores the signal while it waits to connect again.
    const { statusCode, body } = await Promise.race([posted, aborted(over)]);
    // Ignore the body: only the status matters.
    body.on('error', () => undefined).destroy();
    if (statusCode >= 200 && statusCode < 300) return undefined;
    const redirect = statusCode >= 300 && statusCode < 400;
    return `answered HTTP ${statusCode}${redirect ? ', a redirect, which is not followed' : ''}`;
  } catch (error) {
    if (signal.aborted) return 'was not reached before the interruption';
    if (late.aborted) return 'was not reached in time';
    const { statusCode } = error as { statusCode?: number };
    if (statusCode !== undefined) return `answered HTTP ${statusCode}`;
    if (error instanceof SettingsError) return wasNotReached(inWords(error.said));
    const { reason, hint } = explainFailure(error as Error, env);
    return wasNotReached([reason, hint ?? []].flat().join('. '));
  } finally {
    await agent?.destroy();
  }
}

function wasNotReached(reason: string): string {
  return `was not reached: ${reason}`.replace(/[.]$/, '');
}

const retries = {
  methods: ['POST'],
  maxRetries: 5,
  minTimeout: 500,
  maxTimeout: 5_000,
  statusCodes: [408, 425, 429, 500, 502, 503, 504],
  errorCodes: [
    'EAI_AGAIN',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EPIPE',
    'ETIMEDOUT',
    'PROXY_FAILED',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_SOCKET',
  ],
} satisfies Parameters<typeof interceptors.retry>[0];

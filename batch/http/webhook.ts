import { type Dispatcher, interceptors, request } from 'undici';
import { escapeUnsafe } from '../../src/sanitized.js';
import { rejectWhenAborted } from './aborted.js';
import { findFailure } from './failureReason.js';
import { findProxy } from './proxy.js';
import { SettingsError } from './settingsError.js';
import { createAgent } from './agent.js';
import type { WebhookProblem } from './webhookProblem.js';

/** The time limit of all attempts together. */
const defaultLimitMs = 25_000;

interface PostOptions {
  readonly signal: AbortSignal;
  readonly limitMs?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Retries within the time limit, so the receiver may get the notice several times. Follows no
 * redirect and sends no token. Never rejects.
 */
export async function postNotice(
  url: URL,
  notice: object,
  { signal, limitMs = defaultLimitMs, env = process.env }: PostOptions,
): Promise<WebhookProblem | undefined> {
  let agent: Dispatcher | undefined;
  const timeLimit = AbortSignal.timeout(limitMs);
  const combinedSignal = AbortSignal.any([signal, timeLimit]);
  try {
    const settings = { headersTimeout: 10_000, bodyTimeout: 10_000 };
    agent = createAgent(findProxy(url, env), settings, 5_000);
    const posted = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'remote-work-assessment' },
      body: escapeUnsafe(JSON.stringify(notice)),
      // undici's retries wait between attempts and honour Retry-After.
      dispatcher: agent.compose(interceptors.retry(retries)),
      signal: combinedSignal,
    });
    // undici ignores the signal while it waits to connect again.
    const { statusCode, body } = await Promise.race([posted, rejectWhenAborted(combinedSignal)]);
    // Ignore the body: only the status matters.
    body.on('error', () => undefined).destroy();
    if (statusCode >= 200 && statusCode < 300) return undefined;
    return { code: 'answered', status: statusCode };
  } catch (error) {
    if (signal.aborted) return { code: 'interrupted' };
    if (timeLimit.aborted) return { code: 'late' };
    const { statusCode } = error as { statusCode?: number };
    if (statusCode !== undefined) return { code: 'answered', status: statusCode };
    if (error instanceof SettingsError && error.reason.code === 'proxyUnusable') {
      return { code: 'proxyUnusable', variable: error.reason.variable };
    }
    const { fault, remedy } = findFailure(error as Error, env);
    return { code: 'unreachable', fault, remedy };
  } finally {
    await agent?.destroy();
  }
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

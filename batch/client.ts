import { readBaseUrl } from '../src/baseUrl.js';
import { checkLimits } from '../src/callLimits.js';
import { Client as CoreClient, type ServiceOperations } from '../src/client.js';
import type { RequestEvent, ResponseEvent } from '../src/clientEvents.js';
import { isPlausibleToken } from './http/connection.js';
import { type Proxy, proxyFor } from './http/proxy.js';
import { SettingsError } from './http/settingsError.js';
import { systemTiming } from './http/timing.js';
import { HttpTransport } from './http/transport.js';
import { proxyUnusable } from './wording/proxyUnusable.js';

/** How to reach the service, and the defaults for every call. */
export interface ClientSettings {
  /** https, or http on the loopback interface. */
  readonly baseUrl: string;
  /** The company token. It goes into the Authorization header and nowhere else. */
  readonly token: string;
  /**
   * The time limit for each attempt, from connecting to the last byte, in milliseconds; default 30
   * s. Connecting never takes longer than this, even if a call allows more.
   */
  readonly requestTimeoutMs?: number | undefined;
  /** The most attempts for one request, default 5. */
  readonly maxAttempts?: number | undefined;
  /**
   * Called before every attempt, retries included. Errors that it throws are ignored: a broken log
   * must not cost an answer.
   */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called after every attempt. Errors that it throws are ignored, too. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
}

/** The operations of the service over HTTP. */
export interface Client extends ServiceOperations {
  /** Closes the connections; requests in flight end without an answer, and later ones fail. */
  close(): Promise<void>;
}

/**
 * A client over HTTP, through the proxy of `HTTPS_PROXY` where one is set, as the command does.
 * Throws a TypeError for a base URL that must not be used or a missing or malformed token, a RangeError for
 * limits that make no sense, and an Error for a proxy that cannot be used.
 */
export function createClient(settings: ClientSettings): Client {
  const { baseUrl, requestTimeoutMs, maxAttempts, onRequest, onResponse } = settings;
  // Despite the type, an environment variable that is not set gives undefined.
  const read = readBaseUrl(textOf(baseUrl));
  if (!read.ok) throw new TypeError(read.message);
  const token = checkedToken(settings.token);
  checkLimits({ timeoutMs: requestTimeoutMs, maxAttempts }, 'requestTimeoutMs');
  const transport = new HttpTransport({
    token,
    proxy: usableProxy(read.baseUrl.url),
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
  });
  const client = new CoreClient({
    baseUrl: read.baseUrl,
    transport,
    timing: systemTiming,
    onRequest,
    onResponse,
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
  });
  return Object.assign(client, { close: () => transport.close() });
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : '';
}

// No message shows the token.
function checkedToken(given: unknown): string {
  const token = textOf(given).trim();
  if (token === '') throw new TypeError('token is missing or empty; it must be the company token.');
  if (isPlausibleToken(token)) return token;
  throw new TypeError('token contains a space, a line break or a character that no token has.');
}

function usableProxy(url: string): Proxy | undefined {
  try {
    return proxyFor(url);
  } catch (error) {
    if (!(error instanceof SettingsError) || error.said.code !== 'proxyUnusable') throw error;
    throw new Error(proxyUnusable(error.said.variable), { cause: error });
  }
}

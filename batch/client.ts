// For programs whose settings do not include these types.
/// <reference lib="esnext.disposable" preserve="true" />
import { readBaseUrl } from '../src/baseUrl.js';
import { checkLimits } from '../src/callLimits.js';
import { Client as CoreClient, type ServiceOperations } from '../src/client.js';
import type { RequestEvent, ResponseEvent } from '../src/clientEvents.js';
import { isPlausibleToken } from './http/connection.js';
import type { Transport } from '../src/transport.js';
import { type Proxy, proxyAt, proxyFor } from './http/proxy.js';
import { SettingsError } from './http/settingsError.js';
import { systemTiming } from './http/timing.js';
import { HttpTransport } from './http/transport.js';
import { proxyUnusable } from './wording/proxyUnusable.js';

/** Settings that do not depend on the transport, and the defaults for every call. */
export interface CommonSettings {
  /** https, or http on the loopback interface. */
  readonly baseUrl: string;
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

/** How the client itself reaches the service. */
export interface HttpSettings extends CommonSettings {
  /** The company token. It goes into the Authorization header and nowhere else. */
  readonly token: string;
  /**
   * The time limit for each attempt, from connecting to the last byte, in milliseconds; default 30
   * s. Connecting never takes longer than this, even if a call allows more.
   */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * The address of a proxy, such as `http://proxy.example:3128`, or false for none; by default the
   * one in `HTTPS_PROXY` or `HTTP_PROXY`. This machine is always reached directly.
   */
  readonly proxy?: string | false | undefined;
  readonly transport?: undefined;
}

/** A transport of your own, which connects, waits and authenticates. */
export interface TransportSettings extends CommonSettings {
  /** Sends each request once, with the company token in its Authorization header. */
  readonly transport: Pick<Transport, 'post'>;
  readonly token?: undefined;
  readonly requestTimeoutMs?: undefined;
  readonly proxy?: undefined;
}

/** How to reach the service, and the defaults for every call. */
export type ClientSettings = HttpSettings | TransportSettings;

/** The operations of the service. `await using` closes it at the end of a block. */
export interface Client extends ServiceOperations, AsyncDisposable {
  /**
   * Closes the connections; requests in flight end without an answer, and later ones fail. Does not
   * close a transport of your own.
   */
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
  checkLimits({ timeoutMs: requestTimeoutMs, maxAttempts }, 'requestTimeoutMs');
  const transport = createTransport(settings, read.baseUrl.url);
  const client = new CoreClient({
    baseUrl: read.baseUrl,
    transport,
    timing: systemTiming,
    onRequest,
    onResponse,
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
  });
  const close = () => transport.close();
  return Object.assign(client, { close, [Symbol.asyncDispose]: close });
}

interface ClosableTransport extends Transport {
  close(): Promise<void>;
}

function createTransport(settings: ClientSettings, url: string): ClosableTransport {
  if (settings.transport !== undefined) return catchErrors(settings.transport);
  const { token, proxy, requestTimeoutMs } = settings;
  return new HttpTransport({
    token: checkedToken(token),
    proxy: proxy === false ? undefined : usableProxy(url, proxy),
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
  });
}

/** Treats a request as possibly carried out if the transport throws, which it must not. */
function catchErrors(transport: Pick<Transport, 'post'>): ClosableTransport {
  return {
    post: async (request) => {
      try {
        return await transport.post(request);
      } catch (error) {
        // The message of the error may contain the token.
        const name = error instanceof Error ? error.name : typeof error;
        return { delivery: 'unknown', reason: `the transport threw an error (${name})` };
      }
    },
    close: () => Promise.resolve(),
  };
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

function usableProxy(url: string, address: string | undefined): Proxy | undefined {
  try {
    return address === undefined ? proxyFor(url) : proxyAt(url, address, 'proxy');
  } catch (error) {
    if (!(error instanceof SettingsError) || error.said.code !== 'proxyUnusable') throw error;
    throw new Error(proxyUnusable(error.said.variable), { cause: error });
  }
}

// Without this line, programs whose TypeScript settings lack these types would not compile.
/// <reference lib="esnext.disposable" preserve="true" />
import { readBaseUrl } from '../src/baseUrl.js';
import { checkLimits } from '../src/callLimits.js';
import { Client as CoreClient, type ServiceOperations } from '../src/client.js';
import type { RequestEvent, ResponseEvent } from '../src/clientEvents.js';
import { isPlausibleToken } from './http/connection.js';
import type { Transport } from '../src/transport.js';
import { type Proxy, readProxy, findProxy } from './http/proxy.js';
import { SettingsError } from './http/settingsError.js';
import { systemTiming } from './http/timing.js';
import { HttpTransport } from './http/transport.js';
import { proxyUnusableText } from './wording/proxyUnusableText.js';

/** Settings that do not depend on the transport. */
export interface CommonSettings {
  /** https, or http on the loopback interface. */
  readonly baseUrl: string;
  /** The maximum number of attempts for one request, default 5. A call may set another number. */
  readonly maxAttempts?: number | undefined;
  /** Called before every attempt. Its errors are ignored: a broken log cannot lose an answer. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called after every attempt. Its errors are ignored too. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
}

/** Settings for the client's HTTP connection to the service. */
export interface HttpSettings extends CommonSettings {
  /** The company token. It is used only in the Authorization header. */
  readonly token: string;
  /**
   * The time limit of an attempt, from connecting to the last byte, in milliseconds; default 30 s.
   */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * An address such as `http://proxy.example:3128`, or false for none; by default `HTTPS_PROXY` or
   * `HTTP_PROXY`, except for hosts in `NO_PROXY`. The loopback interface uses no proxy.
   */
  readonly proxy?: string | false | undefined;
  readonly transport?: undefined;
}

/** Settings for your own transport, which connects, authenticates and limits the time. */
export interface TransportSettings extends CommonSettings {
  /** Sends each request once, with the company token in its Authorization header. */
  readonly transport: Pick<Transport, 'post'>;
  readonly token?: undefined;
  readonly requestTimeoutMs?: undefined;
  readonly proxy?: undefined;
}

/** The settings of {@link createClient}: for HTTP, or with your own transport. */
export type ClientSettings = HttpSettings | TransportSettings;

/** A client with the operations of the service. `await using` closes it at the end of a block. */
export interface Client extends ServiceOperations, AsyncDisposable {
  /**
   * Closes the connections. Requests in flight end without an answer, and later requests fail. With
   * your own transport, this does nothing.
   */
  close(): Promise<void>;
}

/**
 * Creates a client over HTTP or your own transport. Throws a TypeError for an invalid base URL or
 * token, a RangeError for impossible limits, and an Error for a proxy that cannot be used.
 */
export function createClient(settings: ClientSettings): Client {
  const { baseUrl, requestTimeoutMs, maxAttempts, onRequest, onResponse } = settings;
  // At run time, the base URL may be undefined, for example if a variable is not set.
  const read = readBaseUrl(toText(baseUrl));
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
    token: checkToken(token),
    proxy: proxy === false ? undefined : findUsableProxy(url, proxy),
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
  });
}

/** An error leaves the delivery unknown: the service may have carried out the request. */
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

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The message of the TypeError does not contain the token. */
function checkToken(value: unknown): string {
  const token = toText(value).trim();
  if (token === '') throw new TypeError('token is missing or empty; it must be the company token.');
  if (isPlausibleToken(token)) return token;
  throw new TypeError('token contains a space, a line break or a character that no token has.');
}

function findUsableProxy(url: string, address: string | undefined): Proxy | undefined {
  try {
    return address === undefined ? findProxy(url) : readProxy(url, address, 'proxy');
  } catch (error) {
    if (!(error instanceof SettingsError) || error.reason.code !== 'proxyUnusable') throw error;
    throw new Error(proxyUnusableText(error.reason.variable), { cause: error });
  }
}

import { isLoopback } from '../../src/baseUrl.js';
import { SettingsError } from './settingsError.js';

/** A proxy from the environment or a setting. */
export interface Proxy {
  /** The URL for undici. It may contain a name and a password, so never put it into a message. */
  readonly uri: string;
  /** The URL for messages. */
  readonly displayUrl: string;
  /** The environment variable or setting with the URL. */
  readonly variable: string;
  readonly hasLogin: boolean;
  /** The hosts to connect to directly, from `NO_PROXY`. */
  readonly noProxy: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy for a URL, from `HTTPS_PROXY`, or else `HTTP_PROXY`. Names in lower case come first.
 * Returns undefined if none is set, and always for the loopback interface: to a proxy, "localhost" is
 * its own machine, and http would cross the network unencrypted. All other hosts are reached by https;
 * undici applies `NO_PROXY` to them. Throws a SettingsError for an invalid value, without that value,
 * which may include a password.
 */
export function findProxy(url: string | URL, env: Environment = process.env): Proxy | undefined {
  const found = readVariable(env, 'HTTPS_PROXY') ?? readVariable(env, 'HTTP_PROXY');
  if (found === undefined) return undefined;
  const noProxy = readVariable(env, 'NO_PROXY')?.value ?? '';
  return readProxy(url, found.value, found.variable, noProxy);
}

/**
 * Returns the proxy with this address for a URL. Like {@link findProxy}, returns undefined for the
 * loopback interface. `variable` is the name of the setting with the address.
 */
export function readProxy(
  url: string | URL,
  address: string,
  variable: string,
  noProxy = '',
): Proxy | undefined {
  if (isLoopback(new URL(url).hostname)) return undefined;
  const proxy = readAddress(address);
  if (proxy === undefined) throw new SettingsError({ code: 'proxyUnusable', variable });
  return {
    uri: proxy.href,
    displayUrl: `${proxy.protocol}//${proxy.host}`,
    variable,
    hasLogin: proxy.username !== '' || proxy.password !== '',
    noProxy,
  };
}

function readVariable(env: Environment, name: string) {
  const variable = env[name.toLowerCase()] === undefined ? name : name.toLowerCase();
  const value = env[variable]?.trim() ?? '';
  return value === '' ? undefined : { variable, value };
}

/** Parses the address of a proxy. An address without a scheme is that of an http proxy, as in curl. */
function readAddress(text: string): URL | undefined {
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(withScheme)) return undefined;
  const url = new URL(withScheme);
  const isProxy = url.protocol === 'http:' || url.protocol === 'https:';
  // With an unencoded /, ? or # in the password, the user name would be taken for the host.
  const hasOnlyHost = ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
  return isProxy && hasOnlyHost && isDecodable(url) ? url : undefined;
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

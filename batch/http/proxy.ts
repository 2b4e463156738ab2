import { isLoopback } from '../../src/baseUrl.js';
import { SettingsError } from './settingsError.js';

export interface Proxy {
  /** The URL for undici. It may contain a name and a password, so never put it into a message. */
  readonly uri: string;
  readonly displayUrl: string;
  readonly variable: string;
  readonly hasLogin: boolean;
  readonly noProxy: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Names in lower case have priority. Returns undefined for a URL on the loopback interface: a proxy
 * would connect "localhost" to its own machine, and http would cross the network unencrypted.
 * undici applies `NO_PROXY`. Throws a SettingsError for an invalid value, without the value, which
 * may include a password.
 */
export function findProxy(url: string | URL, env: Environment = process.env): Proxy | undefined {
  const found = readVariable(env, 'HTTPS_PROXY') ?? readVariable(env, 'HTTP_PROXY');
  if (found === undefined) return undefined;
  const noProxy = readVariable(env, 'NO_PROXY')?.value ?? '';
  return readProxy(url, found.value, found.variable, noProxy);
}

/**
 * `variable` is the name of the setting with the address. Like {@link findProxy}, throws a
 * SettingsError for an invalid address.
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

/** As in curl, an address without a scheme uses http. */
function readAddress(text: string): URL | undefined {
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(withScheme)) return undefined;
  const url = new URL(withScheme);
  const hasHttpScheme = url.protocol === 'http:' || url.protocol === 'https:';
  // If the password contains an unencoded /, ? or #, the URL parser takes the user name for the
  // host.
  const hasOnlyHost = ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
  return hasHttpScheme && hasOnlyHost && isDecodable(url) ? url : undefined;
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

import { isLoopback } from '../../src/baseUrl.js';
import { SettingsError } from './settingsError.js';

/** The proxy that the environment or a setting names. */
export interface Proxy {
  /** May contain a name and a password: for undici only, never for messages. */
  readonly uri: string;
  /** Its URL for messages. */
  readonly shown: string;
  /** The environment variable or the setting that names it. */
  readonly variable: string;
  readonly hasLogin: boolean;
  /** The hosts that are reached without it, from `NO_PROXY`. */
  readonly noProxy: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a URL, from `HTTPS_PROXY`, or else `HTTP_PROXY`; the lower-case names win, as
 * usual. Undefined if none is set, and always for the names of this machine: a proxy would take
 * "localhost" for itself, and http to it would cross the network unencrypted. All other hosts are
 * reached by https; undici applies `NO_PROXY` to them. Throws a SettingsError for a value that is
 * not a proxy; it does not contain the value, which may include a password.
 */
export function proxyFor(url: string | URL, env: Environment = process.env): Proxy | undefined {
  const found = readVariable(env, 'HTTPS_PROXY') ?? readVariable(env, 'HTTP_PROXY');
  if (found === undefined) return undefined;
  const noProxy = readVariable(env, 'NO_PROXY')?.value ?? '';
  return proxyAt(url, found.value, found.variable, noProxy);
}

/**
 * Returns the proxy with an address, for a URL; like {@link proxyFor}, undefined for this machine.
 * `variable` is the setting that contains the address.
 */
export function proxyAt(
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
    shown: `${proxy.protocol}//${proxy.host}`,
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

/** Without a scheme, it is an http proxy, as in curl. */
function readAddress(text: string): URL | undefined {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  const isProxy = url.protocol === 'http:' || url.protocol === 'https:';
  // With an unencoded # or / in the password, the user name would be taken for the host.
  const isAlone = ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
  return isProxy && isAlone && isDecodable(url) ? url : undefined;
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

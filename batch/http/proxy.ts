import { isLoopback } from '../../src/baseUrl.js';
import { SettingsError } from './settingsError.js';

/** The proxy that the environment names. */
export interface Proxy {
  /** May hold a name and a password: for undici only, never to be shown. */
  readonly uri: string;
  /** Where it is, as messages may show it. */
  readonly shown: string;
  /** The variable that names it. */
  readonly variable: string;
  readonly hasLogin: boolean;
  /** Hosts that are reached without it, as in `NO_PROXY`. */
  readonly noProxy: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a URL, by `HTTPS_PROXY`, else `HTTP_PROXY`; in small letters they come first, as
 * everywhere. Nothing where none is set, and for the names of this machine, whatever `NO_PROXY`
 * says: a proxy would take "localhost" for itself, and http to it would cross the network in the
 * clear. All else goes by https. Which other hosts `NO_PROXY` leaves out, undici decides. Throws a
 * SettingsError for what is no proxy; its message does not repeat the value, which may hold a password.
 */
export function proxyFor(url: string | URL, env: Environment = process.env): Proxy | undefined {
  if (isLoopback(new URL(url).hostname)) return undefined;
  const found = readVariable(env, 'HTTPS_PROXY') ?? readVariable(env, 'HTTP_PROXY');
  if (found === undefined) return undefined;
  const proxy = readAddress(found.value);
  if (proxy === undefined) throw new SettingsError(notUsable(found.variable));
  return {
    uri: proxy.href,
    shown: `${proxy.protocol}//${proxy.host}`,
    variable: found.variable,
    hasLogin: proxy.username !== '' || proxy.password !== '',
    noProxy: readVariable(env, 'NO_PROXY')?.value ?? '',
  };
}

function readVariable(env: Environment, name: string) {
  const variable = env[name.toLowerCase()] === undefined ? name : name.toLowerCase();
  const value = env[variable]?.trim() ?? '';
  return value === '' ? undefined : { variable, value };
}

/** An address without a scheme is of an http proxy, as curl has it. */
function readAddress(text: string): URL | undefined {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  const isProxy = url.protocol === 'http:' || url.protocol === 'https:';
  // A password with a # or a / that is not encoded would make a host of the name.
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

function notUsable(variable: string): string {
  return `${variable} is not the address of a proxy that rwa can use. It looks like http://proxy.example:3128 or http://NAME:PASSWORD@proxy.example:3128, with special characters percent-encoded (@ is %40, # is %23, % is %25). SOCKS proxies are not supported.`;
}

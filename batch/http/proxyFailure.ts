import type { Proxy } from './proxy.js';

/** The parts of a {@link ProxyFailure} besides its message. */
interface Remedy {
  /** The advice, as a sentence. */
  readonly hint: string;
  /** True if trying again can do harm. */
  readonly isFinal?: boolean;
}

/**
 * An error of a proxy that did not connect us to the host, so nothing was sent. The message is the
 * reason, to follow a colon. The message and the hint contain no login for the proxy.
 */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly hint: string;
  readonly isFinal: boolean;
  /** The code for undici: it retries a webhook notice after `PROXY_FAILED`, not after `PROXY_LOGIN`. */
  readonly code: 'PROXY_FAILED' | 'PROXY_LOGIN';

  constructor(message: string, { hint, isFinal = false }: Remedy) {
    super(message);
    this.hint = hint;
    this.isFinal = isFinal;
    this.code = isFinal ? 'PROXY_LOGIN' : 'PROXY_FAILED';
  }
}

/** Creates the failure for a proxy that was not reached or sent an invalid answer. */
export function createUnreachedFailure(
  { displayUrl, variable }: Proxy,
  reason: string,
): ProxyFailure {
  const scheme = displayUrl.startsWith('https:')
    ? ` Most proxies are reached by http: if yours is, write http:// in ${variable}; requests to the service stay encrypted.`
    : '';
  return new ProxyFailure(`the proxy ${displayUrl} failed: ${reason}`, {
    hint: `Check that ${variable} names the right proxy and that the proxy is running.${scheme}`,
  });
}

/**
 * Creates the failure for a proxy that reported a connection to `host`, over which TLS then failed:
 * for example, a login page of the network answered.
 */
export function createTunnelFailure({ displayUrl, variable }: Proxy, host: string, reason: string) {
  return new ProxyFailure(`the tunnel of the proxy ${displayUrl} to ${host} failed: ${reason}`, {
    hint: `Check that ${variable} names the right proxy, and that no login page of the network answers in its place. If both are right, ask the administrator of the proxy to allow https connections to ${host}.`,
  });
}

/** Creates the failure for a proxy that answered, but refused to connect us to `host`. */
export function createRefusedFailure(
  proxy: Proxy,
  host: string,
  httpStatus: number,
  proxyAuthenticate: string,
): ProxyFailure {
  if (httpStatus === 407) return createLoginFailure(proxy, proxyAuthenticate);
  const { displayUrl, variable } = proxy;
  const fromProxy = `The answer is from the proxy, not from the service:`;
  if (httpStatus === 403) {
    return new ProxyFailure(
      `the proxy ${displayUrl} does not allow a connection to ${host} (HTTP 403)`,
      {
        hint: `${fromProxy} ask the administrator of the proxy to allow ${host}. If this machine may connect to it directly, add the host to NO_PROXY.`,
      },
    );
  }
  if (httpStatus >= 500) {
    return new ProxyFailure(
      `the proxy ${displayUrl} could not connect to ${host} (HTTP ${httpStatus})`,
      {
        hint: `${fromProxy} check the host name in the base URL. If it is right, the service is unavailable or the proxy cannot reach it: ask the administrator of the proxy.`,
      },
    );
  }
  return new ProxyFailure(`the proxy ${displayUrl} answered HTTP ${httpStatus}`, {
    hint: `${fromProxy} check that ${variable} names a proxy that allows https connections to ${host}.`,
  });
}

/**
 * Creates the failure for a missing or wrong login. It is final: retries with a wrong password can
 * lock the account.
 */
function createLoginFailure(
  { displayUrl, variable, hasLogin }: Proxy,
  proxyAuthenticate: string,
): ProxyFailure {
  const schemes = proxyAuthenticate.match(/\b(basic|digest|ntlm|negotiate|kerberos)\b/gi) ?? [];
  const takesPassword =
    schemes.length === 0 || schemes.some((scheme) => scheme.toLowerCase() === 'basic');
  if (!takesPassword) {
    return new ProxyFailure(
      `the proxy ${displayUrl} requires a kind of login that rwa does not support (${[...new Set(schemes)].join(', ')}; HTTP 407)`,
      {
        hint: 'Ask the administrator of the proxy to let this machine through to the service without a login, or with a name and password (Basic).',
        isFinal: true,
      },
    );
  }
  const problem = hasLogin ? 'refused the name and password' : 'requires a name and password';
  return new ProxyFailure(`the proxy ${displayUrl} ${problem} (HTTP 407)`, {
    hint: `${hasLogin ? 'Correct' : 'Put'} them in ${variable}, in a file that only this account can read: ${variable}=${addLoginPlaceholder(displayUrl)}. Write special characters percent-encoded: @ is %40, # is %23, % is %25.`,
    isFinal: true,
  });
}

function addLoginPlaceholder(displayUrl: string): string {
  return displayUrl.replace('://', '://NAME:PASSWORD@');
}

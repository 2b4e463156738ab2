import type { Proxy } from './proxy.js';

/** What a {@link ProxyFailure} knows besides its message. */
interface Remedy {
  /** What to do, as a sentence. */
  readonly hint: string;
  /** True where trying again can do harm. */
  readonly isFinal?: boolean;
}

/**
 * The proxy has not connected us with the service, so nothing was sent. The message says why, to stand
 * behind a colon; neither it nor the hint holds the proxy's name and password.
 */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly hint: string;
  readonly isFinal: boolean;
  /** For undici's retries of a notice, which go by codes. */
  readonly code: 'PROXY_FAILED' | 'PROXY_LOGIN';

  constructor(message: string, { hint, isFinal = false }: Remedy) {
    super(message);
    this.hint = hint;
    this.isFinal = isFinal;
    this.code = isFinal ? 'PROXY_LOGIN' : 'PROXY_FAILED';
  }
}

/** The proxy was not reached, or said nothing that can be understood. */
export function proxyUnreached({ shown, variable }: Proxy, reason: string): ProxyFailure {
  const scheme = shown.startsWith('https:')
    ? ` If the proxy itself is reached by http, as most are, write http:// in ${variable}; what goes through it stays encrypted.`
    : '';
  return new ProxyFailure(`the proxy ${shown} failed: ${reason}`, {
    hint: `Check that ${variable} names the right proxy and that the proxy is running.${scheme}`,
  });
}

/** The proxy said that it has connected us with `host`, and what is there is not the service. */
export function tunnelFailed({ shown, variable }: Proxy, host: string, reason: string) {
  return new ProxyFailure(`the tunnel of the proxy ${shown} to ${host} failed: ${reason}`, {
    hint: `Check that ${variable} names the right proxy, and that no login page of the network answers in its place. If both are right, ask whoever runs the proxy to allow https connections to ${host}.`,
  });
}

/** The proxy answered, and did not connect us with `host`. */
export function proxyRefused(
  proxy: Proxy,
  host: string,
  httpStatus: number,
  proxyAuthenticate: string,
): ProxyFailure {
  if (httpStatus === 407) return loginWanted(proxy, proxyAuthenticate);
  const { shown, variable } = proxy;
  const itsOwn = `The answer is the proxy's own, not the service's:`;
  if (httpStatus === 403) {
    return new ProxyFailure(
      `the proxy ${shown} does not allow a connection to ${host} (HTTP 403)`,
      {
        hint: `${itsOwn} ask whoever runs the proxy to allow ${host}. If this machine may connect to it directly, add the host to NO_PROXY.`,
      },
    );
  }
  if (httpStatus >= 500) {
    return new ProxyFailure(
      `the proxy ${shown} could not connect to ${host} (HTTP ${httpStatus})`,
      {
        hint: `${itsOwn} check the host name in the base URL. If it is right, the service is away, or the proxy cannot reach it: ask whoever runs the proxy.`,
      },
    );
  }
  return new ProxyFailure(`the proxy ${shown} answered HTTP ${httpStatus}`, {
    hint: `${itsOwn} check that ${variable} names a proxy that allows https connections to ${host}.`,
  });
}

/** Trying again is no use, and can lock an account whose password is wrong. */
function loginWanted(
  { shown, variable, hasLogin }: Proxy,
  proxyAuthenticate: string,
): ProxyFailure {
  const schemes = proxyAuthenticate.match(/\b(basic|digest|ntlm|negotiate|kerberos)\b/gi) ?? [];
  const takesPassword =
    schemes.length === 0 || schemes.some((scheme) => scheme.toLowerCase() === 'basic');
  if (!takesPassword) {
    return new ProxyFailure(
      `the proxy ${shown} wants a login of a kind that rwa does not have (${[...new Set(schemes)].join(', ')}; HTTP 407)`,
      {
        hint: 'Ask whoever runs the proxy to let this machine through to the service without a login, or with a name and password (Basic).',
        isFinal: true,
      },
    );
  }
  const says = hasLogin ? 'refused the name and password' : 'wants a name and password';
  return new ProxyFailure(`the proxy ${shown} ${says} (HTTP 407)`, {
    hint: `${hasLogin ? 'Correct' : 'Put'} them in ${variable}, in a file that only this account can read: ${variable}=${withLogin(shown)}. Write special characters percent-encoded: @ is %40, # is %23, % is %25.`,
    isFinal: true,
  });
}

function withLogin(shown: string): string {
  return shown.replace('://', '://NAME:PASSWORD@');
}

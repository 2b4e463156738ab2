import type { ConnectionFault, DirectFault, RequestRemedy } from '../../src/requestMessages.js';
import { formatFault } from '../../src/requestWords.js';
import type { Proxy } from './proxy.js';

interface ProxyFailureParts {
  readonly fault: ConnectionFault;
  readonly remedy: RequestRemedy;
  /** True if a retry can do harm. */
  readonly isFinal?: boolean;
}

/** An error before anything was sent to the host. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly fault: ConnectionFault;
  readonly remedy: RequestRemedy;
  readonly isFinal: boolean;
  /** undici retries a webhook notice after `PROXY_FAILED`, not after `PROXY_LOGIN`. */
  readonly code: 'PROXY_FAILED' | 'PROXY_LOGIN';

  constructor({ fault, remedy, isFinal = false }: ProxyFailureParts) {
    super(formatFault(fault));
    this.fault = fault;
    this.remedy = remedy;
    this.isFinal = isFinal;
    this.code = isFinal ? 'PROXY_LOGIN' : 'PROXY_FAILED';
  }
}

/** Creates the failure for a proxy that was not reached or sent no valid answer in time. */
export function createUnreachedFailure(
  { displayUrl: proxy, variable }: Proxy,
  fault: DirectFault,
): ProxyFailure {
  return new ProxyFailure({
    fault: { code: 'proxyFailed', proxy, fault },
    remedy: { code: 'checkProxy', variable, isHttps: proxy.startsWith('https:') },
  });
}

/**
 * Creates the failure of TLS in the tunnel, for example if a login page of the network answered.
 */
export function createTunnelFailure(
  { displayUrl: proxy, variable }: Proxy,
  host: string,
  fault: DirectFault,
): ProxyFailure {
  return new ProxyFailure({
    fault: { code: 'tunnelFailed', proxy, host, fault },
    remedy: { code: 'checkTunnel', variable, host },
  });
}

/** Creates the failure for a proxy that answered, but did not connect us to `host`. */
export function createRefusedFailure(
  proxy: Proxy,
  host: string,
  httpStatus: number,
  proxyAuthenticate: string,
): ProxyFailure {
  if (httpStatus === 407) return createLoginFailure(proxy, httpStatus, proxyAuthenticate);
  const { displayUrl, variable } = proxy;
  if (httpStatus === 403) {
    return new ProxyFailure({
      fault: { code: 'proxyForbidsHost', proxy: displayUrl, host, httpStatus },
      remedy: { code: 'allowHost', host },
    });
  }
  if (httpStatus >= 500) {
    return new ProxyFailure({
      fault: { code: 'proxyDidNotConnect', proxy: displayUrl, host, httpStatus },
      remedy: { code: 'checkHostName' },
    });
  }
  return new ProxyFailure({
    fault: { code: 'proxyAnswered', proxy: displayUrl, httpStatus },
    remedy: { code: 'checkKindOfProxy', variable, host },
  });
}

/** The failure is final, because retries with a wrong password can lock the account. */
function createLoginFailure(
  { displayUrl: proxy, variable, hasLogin }: Proxy,
  httpStatus: number,
  proxyAuthenticate: string,
): ProxyFailure {
  const kinds = proxyAuthenticate.match(/\b(basic|digest|ntlm|negotiate|kerberos)\b/gi) ?? [];
  const isPasswordAccepted =
    kinds.length === 0 || kinds.some((kind) => kind.toLowerCase() === 'basic');
  if (!isPasswordAccepted) {
    return new ProxyFailure({
      fault: { code: 'proxyLoginUnsupported', proxy, httpStatus, kinds: [...new Set(kinds)] },
      remedy: { code: 'askForOtherLogin' },
      isFinal: true,
    });
  }
  return new ProxyFailure({
    fault: { code: hasLogin ? 'proxyLoginRefused' : 'proxyLoginMissing', proxy, httpStatus },
    remedy: { code: hasLogin ? 'correctProxyLogin' : 'setProxyLogin', variable, proxy },
    isFinal: true,
  });
}

import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

export interface PublicAddress {
  /** `http://127.0.0.1:4020`, or the proxy's `https://rwa.example.com`. */
  readonly origin: string;
  /** True if browsers use https, with our certificate or the proxy's. */
  readonly isSecure: boolean;
  /** True if only this machine can reach the server. Members then need no password. */
  readonly isLoopback: boolean;
  /** Checks the Host header, because another site could point its own name to this server. */
  isOwnHost(host: string): boolean;
  /** Returns the address by which attempts to sign in are limited. */
  clientAddress(forwardedFor: string | undefined, peer: string | undefined): string;
}

export function createLoopbackAddress(host: string): (port: number) => PublicAddress {
  const shownHost = host === 'localhost' ? '127.0.0.1' : addBrackets(host);
  const names = host === '::1' ? [shownHost] : [shownHost, 'localhost'];
  return (port) => {
    const hosts = new Set(names.map((name) => new URL(`http://${name}:${port}`).host));
    return {
      origin: `http://${shownHost}${formatPort(port, 80)}`,
      isSecure: false,
      isLoopback: true,
      isOwnHost: (requestHost) => hosts.has(requestHost.toLowerCase()),
      clientAddress: (_, peer) => peer ?? 'unknown',
    };
  };
}

export function createTlsAddress(
  certificate: X509Certificate,
  host: string,
  port: number,
): PublicAddress {
  const isNamed = (name: string) => {
    const address = name.replace(/^\[|\]$/g, '');
    return (
      (isIP(address) === 0 ? certificate.checkHost(address) : certificate.checkIP(address)) !==
      undefined
    );
  };
  const [, nameWithoutWildcard] = /DNS:([^,*\s]+)/.exec(certificate.subjectAltName ?? '') ?? [];
  const shownHost = isNamed(host) ? addBrackets(host) : (nameWithoutWildcard ?? addBrackets(host));
  return {
    origin: `https://${shownHost}${formatPort(port, 443)}`,
    isSecure: true,
    isLoopback: false,
    isOwnHost: (requestHost) => {
      const url = URL.parse(`https://${requestHost}`);
      return url !== null && url.port === formatPort(port, 443).slice(1) && isNamed(url.hostname);
    },
    clientAddress: (_, peer) => peer ?? 'unknown',
  };
}

/** The proxy must use https and forward the Host header. */
export function createProxiedAddress(origin: string): PublicAddress {
  const { host } = new URL(origin);
  return {
    origin,
    isSecure: true,
    isLoopback: false,
    isOwnHost: (requestHost) => requestHost.toLowerCase() === host,
    // The proxy adds the last address. The client may have made up the earlier ones.
    clientAddress: (forwardedFor, peer) =>
      forwardedFor?.split(',').at(-1)?.trim() ?? peer ?? 'unknown',
  };
}

function addBrackets(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function formatPort(port: number, defaultPort: number): string {
  return port === defaultPort ? '' : `:${port}`;
}

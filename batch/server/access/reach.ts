import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

/** How a listening server is reached: known once its port is. */
export interface Reach {
  /** What people open: `http://127.0.0.1:4020`, or the proxy's `https://rwa.example.com`. */
  readonly origin: string;
  /** Browsers reach it by https: by our certificate or the proxy's. */
  readonly isSecure: boolean;
  /** Only this machine reaches it: the one-time link is enough, members need no password. */
  readonly isLoopback: boolean;
  /** Whether a request may name this host. Every other name is somebody else's page, pointed here. */
  isOwnHost(host: string): boolean;
  /** The address of who asks, for the limits of tries. */
  addressOf(forwardedFor: string | undefined, peer: string | undefined): string;
}

/** Reached from this machine only, over plain http. */
export function reachOnLoopback(host: string): (port: number) => Reach {
  const shown = host === 'localhost' ? '127.0.0.1' : bracketed(host);
  const names = host === '::1' ? [shown] : [shown, 'localhost'];
  return (port) => {
    const hosts = new Set(names.map((name) => new URL(`http://${name}:${port}`).host));
    return {
      origin: `http://${shown}${formatPort(port, 80)}`,
      isSecure: false,
      isLoopback: true,
      isOwnHost: (given) => hosts.has(given.toLowerCase()),
      addressOf: (_, peer) => peer ?? 'unknown',
    };
  };
}

/** Reached by our own certificate: under its names only, so that no other name can be pointed here. */
export function reachByTls(certificate: X509Certificate, host: string, port: number): Reach {
  const isNamed = (name: string) => {
    const address = name.replace(/^\[|\]$/g, '');
    return (
      (isIP(address) === 0 ? certificate.checkHost(address) : certificate.checkIP(address)) !==
      undefined
    );
  };
  const [, firstName] = /DNS:([^,*\s]+)/.exec(certificate.subjectAltName ?? '') ?? [];
  const shown = isNamed(host) ? bracketed(host) : (firstName ?? bracketed(host));
  return {
    origin: `https://${shown}${formatPort(port, 443)}`,
    isSecure: true,
    isLoopback: false,
    isOwnHost: (given) => {
      const url = URL.parse(`https://${given}`);
      return url !== null && url.port === formatPort(port, 443).slice(1) && isNamed(url.hostname);
    },
    addressOf: (_, peer) => peer ?? 'unknown',
  };
}

/** Reached through a proxy that has https and passes the name of the host on. */
export function reachBehindProxy(origin: string): Reach {
  const { host } = new URL(origin);
  return {
    origin,
    isSecure: true,
    isLoopback: false,
    isOwnHost: (given) => given.toLowerCase() === host,
    // The proxy adds the last one; those before it are what the client says.
    addressOf: (forwardedFor, peer) => forwardedFor?.split(',').at(-1)?.trim() ?? peer ?? 'unknown',
  };
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function formatPort(port: number, usual: number): string {
  return port === usual ? '' : `:${port}`;
}

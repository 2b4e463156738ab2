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
export function reachOnLoopback(port: number): Reach {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  return {
    origin: `http://127.0.0.1:${port}`,
    isSecure: false,
    isLoopback: true,
    isOwnHost: (host) => hosts.has(host),
    addressOf: (_, peer) => peer ?? 'unknown',
  };
}

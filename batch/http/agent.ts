import { Agent, type buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { rejectWhenAborted } from './aborted.js';
import type { DirectFault } from '../../src/requestMessages.js';
import { isCertificateError, findDirectFailure } from './failureReason.js';
import type { Proxy } from './proxy.js';
import {
  ProxyFailure,
  createRefusedFailure,
  createUnreachedFailure,
  createTunnelFailure,
} from './proxyFailure.js';

/** A slow tunnel fails earlier than the request times out, so that the failure names the proxy. */
const tunnelTimeShare = 0.75;

export function createAgent(
  proxy: Proxy | undefined,
  options: Agent.Options,
  timeoutMs: number,
): Dispatcher {
  const settings = { ...options, connect: { timeout: timeoutMs } };
  return proxy === undefined ? new Agent(settings) : createProxyAgent(proxy, settings, timeoutMs);
}

/**
 * Uses a tunnel of the proxy (CONNECT) for every host except those in `NO_PROXY`. If the proxy
 * opens no tunnel, the request fails with a {@link ProxyFailure}, and nothing was sent.
 */
function createProxyAgent(proxy: Proxy, options: Agent.Options, timeoutMs: number): Dispatcher {
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: proxy.uri,
    httpsProxy: proxy.uri,
    noProxy: proxy.noProxy,
    // Without a tunnel, the proxy could answer instead of the service.
    proxyTunnel: true,
    connectTimeout: timeoutMs,
    // undici does not copy `allowH2` from the other options; HttpTransport explains why it is
    // false.
    requestTls: { allowH2: false },
    proxyTls: { allowH2: false },
    factory: (origin, settings) => new Pool(origin, nameProxyInErrors(settings, proxy)),
    clientFactory: (origin, settings) => limitTunnels(new Pool(origin, settings), proxy, timeoutMs),
  });
}

/** Gives the CONNECT requests of a pool our time limit and errors. */
function limitTunnels(pool: Pool, proxy: Proxy, timeoutMs: number): Dispatcher {
  const limitMs = timeoutMs * tunnelTimeShare;
  const open: (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> =
    pool.connect.bind(pool);
  const connect = async (options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    const signal = AbortSignal.timeout(limitMs);
    // undici ignores the signal until it has connected.
    const opening = Promise.race([open({ ...options, signal }), rejectWhenAborted(signal)]);
    const opened = await opening.catch((error: unknown) => {
      const timedOut: DirectFault = { code: 'timedOut', seconds: limitMs / 1_000 };
      throw createUnreachedFailure(
        proxy,
        signal.aborted ? timedOut : findDirectFailure(error as Error).fault,
      );
    });
    const { statusCode, headers, socket } = opened;
    if (statusCode === 200) return opened;
    socket.on('error', () => undefined).destroy();
    const schemes = [headers['proxy-authenticate'] ?? []].flat().join(', ');
    throw createRefusedFailure(proxy, options.path, statusCode, schemes);
  };
  return Object.assign(pool, { connect });
}

/**
 * Names the proxy in failures of connections through a tunnel. Certificate errors stay unchanged,
 * because the certificate is the service's.
 */
function nameProxyInErrors(settings: Pool.Options, proxy: Proxy): Pool.Options {
  const { connect } = settings;
  // `connect` is a function only for connections through the proxy, not for the hosts of NO_PROXY.
  if (typeof connect !== 'function') return settings;
  const connector: buildConnector.connector = (options, done) => {
    connect(options, (...[error, socket]) => {
      if (error === null) {
        done(null, socket);
        return;
      }
      const isExplained = error instanceof ProxyFailure || isCertificateError(error);
      const host = `${options.hostname}:${options.port === '' ? '443' : options.port}`;
      done(
        isExplained ? error : createTunnelFailure(proxy, host, findDirectFailure(error).fault),
        null,
      );
    });
  };
  return { ...settings, connect: connector };
}

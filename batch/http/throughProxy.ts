import { Agent, type buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { aborted } from './aborted.js';
import { isOfCertificate, whyItFailed } from './failureReason.js';
import type { Proxy } from './proxy.js';
import { ProxyFailure, proxyRefused, proxyUnreached, tunnelFailed } from './proxyFailure.js';

/**
 * The proxy's share of a request's time, so that the failure names the proxy before that time is
 * up.
 */
const proxyShare = 0.75;

/** undici's agent, or one that goes through a proxy. `timeoutMs` limits connecting. */
export function agentFor(
  proxy: Proxy | undefined,
  options: Agent.Options,
  timeoutMs: number,
): Dispatcher {
  const settings = { ...options, connect: { timeout: timeoutMs } };
  return proxy === undefined ? new Agent(settings) : throughProxy(proxy, settings, timeoutMs);
}

/**
 * A dispatcher that reaches every host through a tunnel of the proxy (CONNECT), except those in
 * `NO_PROXY`. A request begins only when its tunnel is open: any other answer of the proxy is a
 * {@link ProxyFailure}, and nothing was sent.
 */
function throughProxy(proxy: Proxy, options: Agent.Options, timeoutMs: number): Dispatcher {
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: proxy.uri,
    httpsProxy: proxy.uri,
    noProxy: proxy.noProxy,
    // A forwarding proxy answers in the name of the service, and could say anything.
    proxyTunnel: true,
    connectTimeout: timeoutMs,
    // Not taken over from the other options; see HttpTransport.
    requestTls: { allowH2: false },
    proxyTls: { allowH2: false },
    factory: (origin, settings) => new Pool(origin, named(settings, proxy)),
    clientFactory: (origin, connecting) => tunnels(new Pool(origin, connecting), proxy, timeoutMs),
  });
}

/** The connections to the proxy itself, where it answers CONNECT requests. */
function tunnels(pool: Pool, proxy: Proxy, timeoutMs: number): Dispatcher {
  const limitMs = timeoutMs * proxyShare;
  const open: (asked: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> =
    pool.connect.bind(pool);
  const connect = async (asked: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    const signal = AbortSignal.timeout(limitMs);
    // undici ignores the signal until it is connected.
    const opening = Promise.race([open({ ...asked, signal }), aborted(signal)]);
    const opened = await opening.catch((error: unknown) => {
      const late = `timed out after ${limitMs / 1_000} s`;
      throw proxyUnreached(proxy, signal.aborted ? late : whyItFailed(error as Error).reason);
    });
    const { statusCode, headers, socket } = opened;
    if (statusCode === 200) return opened;
    socket.on('error', () => undefined).destroy();
    const wanted = [headers['proxy-authenticate'] ?? []].flat().join(', ');
    throw proxyRefused(proxy, asked.path, statusCode, wanted);
  };
  return Object.assign(pool, { connect });
}

/** The settings of the connections through the tunnel, whose failures name the proxy. */
function named(settings: Pool.Options, proxy: Proxy): Pool.Options {
  const { connect } = settings;
  // Only the proxy's agent connects by a function; the hosts of NO_PROXY have settings.
  if (typeof connect !== 'function') return settings;
  const connector: buildConnector.connector = (asked, done) => {
    connect(asked, (...[error, socket]) => {
      if (error === null) {
        done(null, socket);
        return;
      }
      const isKnown = error instanceof ProxyFailure || isOfCertificate(error);
      const host = `${asked.hostname}:${asked.port === '' ? '443' : asked.port}`;
      done(isKnown ? error : tunnelFailed(proxy, host, whyItFailed(error).reason), null);
    });
  };
  return { ...settings, connect: connector };
}

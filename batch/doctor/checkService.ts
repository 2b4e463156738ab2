import { lookup } from 'node:dns/promises';
import type { Exchange } from '../../src/transport.js';
import { askService, isUnavailable } from '../engine/run/serviceWait.js';
import { type Connection, connect } from '../http/connection.js';
import { findFailure } from '../http/failureReason.js';
import { type Proxy, findProxy } from '../http/proxy.js';
import { SettingsError } from '../http/settingsError.js';
import { checkToken } from './checkToken.js';
import type { Finding } from './finding.js';

export interface ServiceCheckOptions {
  /** How long to wait for each answer of the service. */
  readonly requestTimeoutMs: number;
  readonly signal: AbortSignal;
}

/** Sends up to three requests, which change nothing. */
export async function* checkService(
  connection: Connection,
  options: ServiceCheckOptions,
): AsyncGenerator<Finding> {
  const { url, isTest } = connection.baseUrl;
  yield { code: 'baseUrl', state: 'ok', url, isTest };
  let proxy: Proxy | undefined;
  try {
    proxy = findProxy(url);
  } catch (error) {
    if (!(error instanceof SettingsError) || error.reason.code !== 'proxyUnusable') throw error;
    yield { code: 'proxyUnusable', state: 'problem', variable: error.reason.variable };
    yield { code: 'serviceNotAsked', state: 'unknown' };
    return;
  }
  yield toProxyFinding(proxy);
  yield await checkHost(new URL(url).hostname, proxy);
  yield* askOperations(connection, options);
}

function toProxyFinding(proxy: Proxy | undefined): Finding {
  if (proxy === undefined) return { code: 'proxy', state: 'ok' };
  const { displayUrl: address, variable, noProxy } = proxy;
  return { code: 'proxy', state: 'ok', address, variable, noProxy };
}

/** Looks up the proxy, if there is one: the proxy looks up the service itself. */
async function checkHost(host: string, proxy: Proxy | undefined): Promise<Finding> {
  const name = proxy === undefined ? host : new URL(proxy.uri).hostname;
  try {
    const found = await lookup(name.replace(/^\[|\]$/g, ''), { all: true });
    const addresses = found.map(({ address }) => address);
    return { code: 'hostFound', state: 'ok', name, addresses };
  } catch (error) {
    const { fault } = findFailure(error as Error);
    const isTemporary = (error as NodeJS.ErrnoException).code === 'EAI_AGAIN';
    return { code: 'hostUnknown', state: isTemporary ? 'away' : 'problem', name, fault };
  }
}

/** Checks the token with other operations only if rwa_retrieve works or refuses the token. */
async function* askOperations(
  connection: Connection,
  { requestTimeoutMs, signal }: ServiceCheckOptions,
): AsyncGenerator<Finding> {
  let answer: Exchange | undefined;
  const { poller, transport } = connect(connection, {
    requestTimeoutMs,
    connections: 2,
    wrapTransport: (inner) => ({ post: async (request) => (answer = await inner.post(request)) }),
  });
  try {
    const failure = await askService(poller, signal);
    if (signal.aborted) return;
    const { baseUrl } = connection;
    if (failure === undefined || failure.code === 'unauthorized') {
      yield { code: 'serviceAnswered', state: 'ok', tookMs: answer?.durationMs ?? 0 };
      yield* checkToken({ baseUrl, transport, signal }, failure);
    } else {
      const state = isUnavailable(failure) ? 'away' : 'problem';
      yield { code: 'serviceFailed', state, service: baseUrl.url, failure };
    }
    yield checkClock(answer);
  } finally {
    await transport.close();
  }
}

/** A smaller difference is harmless for certificates, locks and schedules. */
const toleranceMs = 2 * 60_000;

export function checkClock(answer: Exchange | undefined, nowMs = Date.now()): Finding {
  const date = answer?.delivery === 'answered' ? Date.parse(answer.date ?? '') : Number.NaN;
  if (Number.isNaN(date)) return { code: 'clockUnknown', state: 'unknown' };
  const aheadMs = nowMs - date;
  if (Math.abs(aheadMs) <= toleranceMs) return { code: 'clockRight', state: 'ok' };
  return { code: 'clockWrong', state: 'warning', aheadMs };
}

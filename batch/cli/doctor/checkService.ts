import { lookup } from 'node:dns/promises';
import type { Exchange } from '../../../src/transport.js';
import { timeSpan } from '../../wording/words.js';
import { askService, isAway } from '../../engine/run/serviceWait.js';
import { type Connection, connect, readConnection } from '../../http/connection.js';
import { explainFailure } from '../../http/failureReason.js';
import { type Proxy, proxyFor } from '../../http/proxy.js';
import { SettingsError } from '../../http/settingsError.js';
import { inWords, toSentence } from '../wording/wording.js';
import { whole } from '../../wording/sentence.js';
import type { Finding, FindingState } from './finding.js';

/** The options and limits of the check. */
export interface ServiceSettings {
  readonly baseUrl?: string | undefined;
  readonly tokenFile?: string | undefined;
  /** The time limit for an answer. */
  readonly requestTimeoutMs: number;
}

const unknown = (check: string, message: string): Finding => ({ check, state: 'unknown', message });

/**
 * Checks the connection to the service, from its settings to an answer. It sends one request, which
 * changes nothing: it asks for an assessment that does not exist.
 */
export async function* checkService(
  settings: ServiceSettings,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const warnings: string[] = [];
  let connection: Connection;
  let proxy: Proxy | undefined;
  try {
    connection = await readConnection({
      ...settings,
      warn: (each) => warnings.push(inWords(each)),
    });
    proxy = proxyFor(connection.baseUrl.url);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    yield { check: 'Settings', state: 'problem', message: whole(toSentence(error)) };
    yield unknown('Service', 'not asked, because the settings cannot be used');
    return;
  }
  const { url, isTest } = connection.baseUrl;
  const environment = isTest ? ' (test environment)' : '';
  yield { check: 'Base URL', state: 'ok', message: `${url}${environment}` };
  for (const message of warnings) yield { check: 'Token', state: 'warning', message };
  yield { check: 'Proxy', state: 'ok', message: describeProxy(proxy) };
  yield await checkHost(new URL(url).hostname, proxy);
  yield* askOnce(connection, settings, signal);
}

function describeProxy(proxy: Proxy | undefined): string {
  if (proxy === undefined) return 'none';
  const { variable, shown, noProxy } = proxy;
  return `${shown}, from ${variable}${noProxy === '' ? '' : `; not for ${noProxy} (NO_PROXY)`}`;
}

/** Looks up the host, as Node does when it connects. A proxy looks up the host of the service itself. */
async function checkHost(host: string, proxy: Proxy | undefined): Promise<Finding> {
  const check = 'Host name';
  const name = proxy === undefined ? host : new URL(proxy.uri).hostname;
  try {
    const addresses = await lookup(name.replace(/^\[|\]$/g, ''), { all: true });
    const found = addresses.map(({ address }) => address).join(', ');
    return { check, state: 'ok', message: `${name} is ${found}` };
  } catch (error) {
    const { reason } = explainFailure(error as Error);
    const state: FindingState =
      (error as NodeJS.ErrnoException).code === 'EAI_AGAIN' ? 'away' : 'problem';
    return { check, state, message: `${name}: ${reason}. Check its spelling and the network.` };
  }
}

/** Sends the request, and judges its answer and the time in it. */
async function* askOnce(
  connection: Connection,
  { requestTimeoutMs }: ServiceSettings,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  let answer: Exchange | undefined;
  const { poller, transport } = connect(connection, {
    requestTimeoutMs,
    connections: 1,
    limited: (inner) => ({ post: async (request) => (answer = await inner.post(request)) }),
  });
  try {
    const failure = await askService(poller, signal);
    if (failure === undefined) {
      const took = timeSpan(answer?.durationMs ?? 0);
      yield { check: 'Service', state: 'ok', message: `answered in ${took}` };
      yield {
        check: 'Token',
        state: 'ok',
        message: 'accepted by rwa_retrieve; asking the other operations would have an effect',
      };
    } else {
      const message = inWords({
        code: 'serviceUnusable',
        service: connection.baseUrl.url,
        failure,
      });
      const check = failure.code === 'unauthorized' ? 'Token' : 'Service';
      yield { check, state: isAway(failure) ? 'away' : 'problem', message };
    }
    yield checkClock(answer);
  } finally {
    await transport.close();
  }
}

/** A certificate, a lock or a schedule can be wrong by this much without harm. */
const toleranceMs = 2 * 60_000;

/** Compares the clock of this machine with the time in an answer, which has whole seconds. */
export function checkClock(answer: Exchange | undefined, nowMs = Date.now()): Finding {
  const check = 'Clock';
  const date = answer?.delivery === 'answered' ? Date.parse(answer.date ?? '') : Number.NaN;
  if (Number.isNaN(date)) return unknown(check, 'no answer with a time to compare with');
  const aheadMs = nowMs - date;
  if (Math.abs(aheadMs) <= toleranceMs) {
    return { check, state: 'ok', message: 'agrees with the time of the service' };
  }
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return {
    check,
    state: 'warning',
    message: `The clock of this machine is ${timeSpan(Math.abs(aheadMs))} ${side} the service. Set it, because times in journals and schedules depend on it.`,
  };
}

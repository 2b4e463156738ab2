/** The client of the service for people who script in TypeScript. */
import { readBaseUrl } from '../src/baseUrl.js';
import { Client } from '../src/client.js';
import type { CancelSignal } from '../src/transport.js';
import {
  type Waited,
  waitForResults as waitInRounds,
  type WaitOptions as CoreWaitOptions,
} from '../src/waiting.js';
import { proxyFor } from './http/proxy.js';
import { systemTiming } from './http/timing.js';
import { HttpTransport } from './http/transport.js';

export type { CreatedAssessment, NewAssessment, Purpose } from '../src/assessment.js';
export type { CallOptions, SendRecord } from '../src/client.js';
export type { Decision, DecisionStatus } from '../src/decision.js';
export type { Failure, FailureCode, FieldError, Result } from '../src/failure.js';
export type { Problem, Validated } from '../src/problems.js';
export type { Retrieved, RiskResult } from '../src/riskResult.js';
export type { Invitation } from '../src/staff.js';
export type { Waited } from '../src/waiting.js';
export { validate } from '../src/problems.js';
export { warningsOf } from '../src/warnings.js';
export { Client };

export interface ClientSettings {
  /** https, or http on the loopback interface. */
  readonly baseUrl: string;
  /** The company token. It goes into the Authorization header and nowhere else. */
  readonly token: string;
  /** The most time for one request, default 30 s. */
  readonly requestTimeoutMs?: number;
  /** Sendings of one request at the most, default 5. */
  readonly maxAttempts?: number;
}

/**
 * A client over HTTP. Its calls resolve to values: `{ok: true, value}` or `{ok: false, failure}`.
 * `close` ends its connections. It goes through the proxy of `HTTPS_PROXY`, as the command does.
 * Throws a TypeError for a base URL that must not be used, and an Error for a proxy that cannot be.
 */
export function createClient(settings: ClientSettings): Client & { close(): Promise<void> } {
  const { baseUrl, token, requestTimeoutMs, maxAttempts } = settings;
  const read = readBaseUrl(baseUrl);
  if (!read.ok) throw new TypeError(read.message);
  const transport = new HttpTransport({
    token,
    proxy: proxyFor(read.baseUrl.url),
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
  });
  const client = new Client({
    baseUrl: read.baseUrl,
    transport,
    timing: systemTiming,
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
  });
  return Object.assign(client, { close: () => transport.close() });
}

export type WaitOptions = Pick<CoreWaitOptions, 'intervalMs' | 'timeoutMs' | 'concurrency'> & {
  readonly signal?: AbortSignal;
};

/**
 * Waits for the results of some assessments, in rounds over all of them. Each is `ready` with its
 * result, still `pending` when its time was up, or `failed` with the failure.
 */
export function waitForResults(
  client: Client,
  assessmentIds: Iterable<string>,
  options: WaitOptions = {},
): Promise<Map<string, Waited>> {
  const call: { signal?: CancelSignal } =
    options.signal === undefined ? {} : { signal: options.signal };
  return waitInRounds(assessmentIds, {
    ...options,
    timing: systemTiming,
    retrieve: (assessmentId) => client.retrieveRiskResult(assessmentId, call),
  });
}

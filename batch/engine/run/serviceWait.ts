import type { Client } from '../../../src/client.js';
import type { Failure, FailureCode } from '../../../src/failure.js';
import { OperatingError } from '../errors.js';
import type { ServiceQuestion } from './serviceQuestion.js';
import type { Timing } from '../../../src/transport.js';
import type { Message } from '../message.js';

/** No assessment has this ID, because the service's IDs contain digits. No person has it either. */
export const unknownId = 'rwa-connection-check';

/**
 * Throws an OperatingError if the service is unavailable, refuses the token, or does not answer as
 * expected. Resolves at once if the signal is aborted: the check has no side effects, so its answer
 * can be dropped.
 */
export async function assertServiceUsable(
  client: Client,
  url: string,
  signal: AbortSignal,
  question?: ServiceQuestion,
): Promise<void> {
  const failure = await askService(client, signal, question);
  if (failure !== undefined)
    throw new OperatingError({ code: 'serviceUnusable', service: url, failure });
}

/**
 * If there is no question, asks for an assessment that does not exist. Resolves to undefined if the
 * service is usable or the signal was aborted. Throws an OperatingError for an unexpected answer.
 */
export async function askService(
  client: Client,
  signal: AbortSignal,
  question?: ServiceQuestion,
): Promise<Failure | undefined> {
  const id = question?.assessmentId ?? unknownId;
  const retrieved = await Promise.race([
    client.retrieveRiskResult(id, { signal }),
    waitForAbort(signal),
  ]);
  if (signal.aborted || retrieved === undefined) return undefined;
  const failure = retrieved.ok ? undefined : retrieved.failure;
  if (question === undefined) return failure?.code === 'not_found' ? undefined : failure;
  if (failure !== undefined && codesWithoutResult.has(failure.code)) return failure;
  const isFound = failure?.code !== 'not_found';
  if (isFound !== question.isExpected) throw new OperatingError(question.unexpected);
  return undefined;
}

/** These failures do not show whether the service has the requested assessment. */
const codesWithoutResult: ReadonlySet<FailureCode> = new Set([
  'unauthorized',
  'not_sent',
  'no_answer',
  'busy',
  'cancelled',
]);

/**
 * Returns true if waiting may help: the service was not reached, failed, was busy, or sent no
 * complete answer. Waiting does not help against a refused token, a proxy that requires a password,
 * or a web page with a status below 500.
 */
export function isUnavailable({ code, retryCanHelp, httpStatus, remedy }: Failure): boolean {
  if (code === 'not_sent') return retryCanHelp;
  if (code === 'busy') return true;
  if (code !== 'no_answer') return false;
  if (httpStatus === undefined || httpStatus >= 500) return true;
  // If a remedy is known, something other than the service has answered.
  return httpStatus < 300 && remedy === undefined;
}

export function waitForAbort(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
    if (signal.aborted) resolve(undefined);
  });
}

// The pause before each further attempt doubles, from the first to the maximum.
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;
/** Notices are rare, but frequent enough to show that the process is alive. */
const noticeIntervalMs = 10 * 60_000;

interface ServiceWaitPorts {
  /** Sends each request once; the wait decides about retries. */
  readonly client: Client;
  readonly timing: Timing;
  readonly signal: AbortSignal;
  /** Called with the reason for the wait, at intervals, and once after the wait. */
  readonly notify: (message: Message) => void;
}

/**
 * The time limit begins with the first failed attempt of the command, and applies to all its waits
 * together.
 */
export class ServiceWait {
  readonly #ports: ServiceWaitPorts;
  readonly #limitMs: number;
  #untilMs: number | undefined;

  constructor(limitMs: number, ports: ServiceWaitPorts) {
    this.#ports = ports;
    this.#limitMs = limitMs;
  }

  /**
   * Resolves to true if it had to wait, and to false if it did not or the signal is aborted. Throws
   * an OperatingError when the time is over, and at once for failures that a wait does not fix.
   */
  async reach(url: string, question?: ServiceQuestion): Promise<boolean> {
    const { client, timing, signal, notify } = this.#ports;
    const sinceMs = timing.now();
    let notifiedMs: number | undefined;
    for (let tries = 1; ; tries++) {
      const failure = await askService(client, signal, question);
      if (signal.aborted) return false;
      const nowMs = timing.now();
      if (failure === undefined) {
        if (notifiedMs === undefined) return false;
        notify({ code: 'serviceIsBack', waitedMs: nowMs - sinceMs });
        return true;
      }
      if (!isUnavailable(failure))
        throw new OperatingError({ code: 'serviceUnusable', service: url, failure });
      this.#untilMs ??= nowMs + this.#limitMs;
      const leftMs = this.#untilMs - nowMs;
      if (leftMs <= 0) {
        const waitedMs = this.#limitMs;
        throw new OperatingError({ code: 'serviceStayedAway', service: url, waitedMs, failure });
      }
      if (notifiedMs === undefined || nowMs - notifiedMs >= noticeIntervalMs) {
        notifiedMs = nowMs;
        const until = new Date(this.#untilMs).toISOString();
        notify({ code: 'serviceAwaited', failure, leftMs, until });
      }
      await timing.sleep(Math.min(leftMs, this.#computePauseMs(tries, failure)), signal);
    }
  }

  #computePauseMs(tries: number, { retryAfterMs = 0 }: Failure): number {
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (tries - 1));
    const jittered = Math.round(pauseMs * (0.5 + this.#ports.timing.random() / 2));
    return Math.max(retryAfterMs, jittered);
  }
}

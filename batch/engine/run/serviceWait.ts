import type { Client } from '../../../src/client.js';
import type { Failure } from '../../../src/failure.js';
import type { Timing } from '../../../src/transport.js';
import { OperatingError } from '../errors.js';
import type { Message } from '../message.js';
import { askService, isAway } from './probe.js';
import type { ServiceQuestion } from './serviceQuestion.js';

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** The interval of messages about the wait: rare, but often enough to show that the process is alive. */
const noticeIntervalMs = 10 * 60_000;

/** The dependencies of the wait. */
export interface ServiceWaitPorts {
  /** Sends each request once; the wait decides about retries. */
  readonly client: Client;
  readonly timing: Timing;
  /** Aborting it ends the wait at once. */
  readonly signal: AbortSignal;
  /** Called with the reason for the wait. */
  readonly notify: (said: Message) => void;
}

/**
 * Waits for a service that is unavailable at the start of a command (`--wait-for-service`). The
 * time limit counts from the first failed attempt of the command, over all its waits.
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
   * Waits until the service is available and accepts the token. Resolves to true if it had to wait;
   * to false if not, or if the signal is aborted. Throws an OperatingError when the time is over,
   * and at once for failures that a wait does not fix, such as an unexpected answer to the
   * question.
   */
  async reach(url: string, question?: ServiceQuestion): Promise<boolean> {
    const { client, timing, signal, notify } = this.#ports;
    const sinceMs = timing.now();
    let saidMs: number | undefined;
    for (let tries = 1; ; tries++) {
      const failure = await askService(client, signal, question);
      if (signal.aborted) return false;
      const nowMs = timing.now();
      if (failure === undefined) {
        if (saidMs === undefined) return false;
        notify({ code: 'serviceIsBack', waitedMs: nowMs - sinceMs });
        return true;
      }
      if (!isAway(failure))
        throw new OperatingError({ code: 'serviceUnusable', service: url, failure });
      this.#untilMs ??= nowMs + this.#limitMs;
      const leftMs = this.#untilMs - nowMs;
      if (leftMs <= 0) {
        const waitedMs = this.#limitMs;
        throw new OperatingError({ code: 'serviceStayedAway', service: url, waitedMs, failure });
      }
      if (saidMs === undefined || nowMs - saidMs >= noticeIntervalMs) {
        saidMs = nowMs;
        const until = new Date(this.#untilMs).toISOString();
        notify({ code: 'serviceAwaited', failure, leftMs, until });
      }
      await timing.sleep(Math.min(leftMs, this.#pauseMs(tries, failure)), signal);
    }
  }

  /** Returns a pause that grows, has jitter, and is never shorter than the service requests. */
  #pauseMs(tries: number, { retryAfterMs = 0 }: Failure): number {
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1));
    const jittered = Math.round(pauseMs * (0.5 + this.#ports.timing.random() / 2));
    return Math.max(retryAfterMs, jittered);
  }
}

import type { Exchange, Post, Transport } from '../../src/transport.js';
import type { VirtualClock } from './clock.js';
import type { ServiceModel } from './service.js';

/** What a network, a proxy or a platform can do to one request. */
export const faults = [
  'refused',
  'reset-before-commit',
  'reset-after-commit',
  'timeout-before-commit',
  'timeout-after-commit',
  'truncated-after-commit',
  'html-200',
  'status-500-before-commit',
  'status-500-after-commit',
  'status-409-after-commit',
  'platform-400',
  'status-503',
  'status-429',
  'anothers-answer',
] as const;

export type Fault = (typeof faults)[number];

const commits: ReadonlySet<Fault | undefined> = new Set([
  undefined,
  'reset-after-commit',
  'timeout-after-commit',
  'truncated-after-commit',
  'status-500-after-commit',
  'status-409-after-commit',
  'anothers-answer',
]);

/** Brings requests to the model of the service, and back what a script lets through. */
export class ScriptedNetwork {
  readonly #service: ServiceModel;
  readonly #clock: VirtualClock;
  /** Says what becomes of the next request. */
  readonly #next: (operation: string) => Fault | undefined;
  #lastCreated = '';

  constructor(
    service: ServiceModel,
    clock: VirtualClock,
    next: (operation: string) => Fault | undefined,
  ) {
    this.#service = service;
    this.#clock = clock;
    this.#next = next;
  }

  /**
   * A connection of one process. Once that is dead, what it has sent still arrives, and no answer
   * comes back: its promises never settle.
   */
  connect(isDead: () => boolean): Transport {
    return {
      post: async (request) => {
        if (isDead()) return never();
        const exchange = await this.#exchange(request);
        return isDead() ? never() : exchange;
      },
    };
  }

  async #exchange({ url, body }: Post): Promise<Exchange> {
    const operation = url.slice(url.lastIndexOf('/') + 1);
    const fault = this.#next(operation);
    this.#clock.note();
    if (fault === 'refused') return { delivery: 'not_sent', reason: 'The connection was refused' };
    await this.#clock.sleep(fault?.startsWith('timeout') === true ? 5_000 : 40);
    const answer = commits.has(fault) ? JSON.stringify(this.#service.answer(operation, body)) : '';
    const exchange = this.#delivered(fault, answer);
    if (operation === 'rwa_create' && fault === undefined) this.#lastCreated = answer;
    await this.#clock.sleep(1);
    return exchange;
  }

  #delivered(fault: Fault | undefined, answer: string): Exchange {
    switch (fault) {
      case undefined:
        return answered(200, answer);
      case 'refused':
      case 'reset-before-commit':
      case 'reset-after-commit':
        return { delivery: 'unknown', reason: 'The connection was reset' };
      case 'timeout-before-commit':
      case 'timeout-after-commit':
        return { delivery: 'unknown', reason: 'No answer came in time' };
      case 'truncated-after-commit':
        return { ...answered(200, answer.slice(0, answer.length / 2)), complete: false };
      case 'html-200':
        return answered(200, '<!doctype html><title>Maintenance</title>');
      case 'status-500-before-commit':
      case 'status-500-after-commit':
        return answered(500, '{"status":"error","message":"Internal Server Error"}');
      case 'status-409-after-commit':
        return answered(409, '<!doctype html><title>Conflict</title>');
      case 'platform-400':
        return answered(400, '{"statusCode":400,"body":{"status":"MISSING_DATA"}}');
      case 'status-503':
        return { ...answered(503, ''), retryAfter: '1' };
      case 'status-429':
        return { ...answered(429, ''), retryAfter: '1' };
      case 'anothers-answer':
        return answered(200, this.#lastCreated === '' ? answer : this.#lastCreated);
    }
  }
}

function answered(httpStatus: number, body: string): Extract<Exchange, { delivery: 'answered' }> {
  return { delivery: 'answered', httpStatus, body, complete: true };
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

import type { Exchange, Post, Transport } from '../../src/transport.js';
import type { VirtualClock } from './clock.js';
import type { Assessment, ServiceModel } from './service.js';

/** The faults of a network, a proxy or a platform for one request. */
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
  'swapped-answers',
] as const;

export type Fault = (typeof faults)[number];

/** Faults with which the service still carries out the request; undefined is no fault. */
const committingFaults: ReadonlySet<Fault | undefined> = new Set([
  undefined,
  'reset-after-commit',
  'timeout-after-commit',
  'truncated-after-commit',
  'status-500-after-commit',
  'status-409-after-commit',
  'anothers-answer',
  'swapped-answers',
]);

/** Faults that may lose the answer to a request that the service carried out. */
export const losingFaults: readonly Fault[] = faults.filter((fault) => committingFaults.has(fault));

interface Connection {
  lastCreated: string;
}

/** An answer that a proxy holds back, to exchange it with another answer. */
interface HeldAnswer {
  readonly employeeId: string;
  readonly answer: string;
  readonly deliver: (answer: string) => void;
}

/** Delivers requests to the model of the service, with scripted faults. */
export class ScriptedNetwork {
  readonly #service: ServiceModel;
  readonly #clock: VirtualClock;
  readonly #nextFault: (operation: string) => Fault | undefined;
  #exchanged: HeldAnswer | undefined;

  constructor(
    service: ServiceModel,
    clock: VirtualClock,
    nextFault: (operation: string) => Fault | undefined,
  ) {
    this.#service = service;
    this.#clock = clock;
    this.#nextFault = nextFault;
  }

  /**
   * Connects a process to the service. After the process dies, the requests it sent still arrive, but
   * their promises never settle.
   */
  connect(isDead: () => boolean): Transport {
    const connection = { lastCreated: '' };
    return {
      post: async (request) => {
        if (isDead()) return waitForever();
        const exchange = await this.#exchange(request, connection);
        return isDead() ? waitForever() : exchange;
      },
    };
  }

  async #exchange({ url, body }: Post, connection: Connection): Promise<Exchange> {
    const operation = url.slice(url.lastIndexOf('/') + 1);
    const fault = this.#nextFault(operation);
    this.#clock.note();
    if (fault === 'refused') return { delivery: 'not_sent', reason: 'The connection was refused' };
    await this.#clock.sleep(fault?.startsWith('timeout') === true ? 5_000 : 40);
    if (fault === 'platform-400') {
      this.#service.refused.push({ request: JSON.parse(body) as Assessment['request'] });
    }
    const own = committingFaults.has(fault)
      ? JSON.stringify(this.#service.answer(operation, body))
      : '';
    const answer = operation === 'rwa_create' ? await this.#mixUp(fault, own, body) : own;
    const exchange = this.#deliver(fault, answer, connection);
    if (operation === 'rwa_create' && fault === undefined) connection.lastCreated = own;
    await this.#clock.sleep(1);
    return exchange;
  }

  /**
   * Returns the answer to a create, which a proxy may exchange with another employee's. Answers for the
   * same employee are not exchanged, because nothing could distinguish them.
   */
  async #mixUp(fault: Fault | undefined, answer: string, body: string): Promise<string> {
    const { employeeId } = JSON.parse(body) as { readonly employeeId: string };
    const other = this.#exchanged;
    if (fault === undefined && other !== undefined && other.employeeId !== employeeId) {
      this.#exchanged = undefined;
      other.deliver(answer);
      return other.answer;
    }
    if (fault !== 'swapped-answers') return answer;
    const exchanged = new Promise<string>((deliver) => {
      this.#exchanged = { employeeId, answer, deliver };
    });
    // Without another answer within 3 s, the held answer is delivered unchanged.
    const late = this.#clock.sleep(3_000).then(() => {
      if (this.#exchanged?.answer === answer) this.#exchanged = undefined;
      return answer;
    });
    return Promise.race([exchanged, late]);
  }

  #deliver(fault: Fault | undefined, answer: string, { lastCreated }: Connection): Exchange {
    switch (fault) {
      case undefined:
      case 'swapped-answers':
        return createAnswer(200, answer);
      case 'refused':
      case 'reset-before-commit':
      case 'reset-after-commit':
        return { delivery: 'unknown', reason: 'The connection was reset' };
      case 'timeout-before-commit':
      case 'timeout-after-commit':
        return { delivery: 'unknown', reason: 'No answer was received in time' };
      case 'truncated-after-commit':
        return { ...createAnswer(200, answer.slice(0, answer.length / 2)), complete: false };
      case 'html-200':
        return createAnswer(200, '<!doctype html><title>Maintenance</title>');
      case 'status-500-before-commit':
      case 'status-500-after-commit':
        return createAnswer(500, '{"status":"error","message":"Internal Server Error"}');
      case 'status-409-after-commit':
        return createAnswer(409, '<!doctype html><title>Conflict</title>');
      case 'platform-400':
        return createAnswer(400, '{"statusCode":400,"body":{"status":"MISSING_DATA"}}');
      case 'status-503':
        return { ...createAnswer(503, ''), retryAfter: '1' };
      case 'status-429':
        return { ...createAnswer(429, ''), retryAfter: '1' };
      case 'anothers-answer':
        return createAnswer(200, lastCreated === '' ? answer : lastCreated);
    }
  }
}

function createAnswer(
  httpStatus: number,
  body: string,
): Extract<Exchange, { delivery: 'answered' }> {
  return { delivery: 'answered', httpStatus, body, complete: true };
}

function waitForever(): Promise<never> {
  return new Promise(() => undefined);
}

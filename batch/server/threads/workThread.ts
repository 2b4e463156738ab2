import type { ResourceLimits, Worker } from 'node:worker_threads';
import { startWorker } from '../builtFiles.js';
import type { Change } from '../changes.js';
import { readRemainingWait } from '../db/waitLimit.js';
import { getCurrentRequestId, getLogSettings } from '../log.js';
import {
  type Answer,
  type Call,
  toFaultError,
  type Measurement,
  requestMethods,
  type ThreadData,
  unwrapAnswer,
} from './calls.js';

export interface WorkThreadOptions {
  readonly data: ThreadData;
  readonly limits?: ResourceLimits;
  readonly publish: (change: Change) => void;
  /** Needs `data.isMeasured`. */
  readonly measure?: ((measured: Measurement) => void) | undefined;
  /** Called if the thread ran out of memory, could not open the store, or has a bug. */
  readonly onDeath?: (error: Error) => void;
}

interface WaitingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class WorkThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, WaitingCall>();
  #lastId = 0;
  #death: Error | undefined;
  /** This report may arrive after the worker's error. */
  #reportedEnd: Error | undefined;
  #isClosed = false;

  constructor({ data, limits = {}, publish, measure, onDeath }: WorkThreadOptions) {
    this.#worker = startWorker({
      workerData: { ...data, log: getLogSettings() } satisfies ThreadData,
      resourceLimits: limits,
    });
    this.#worker.on('message', (answer: Answer) => {
      if ('change' in answer) publish(answer.change);
      else if ('measured' in answer) measure?.(answer.measured);
      else if ('ends' in answer) this.#reportedEnd = toFaultError(answer.ends);
      else this.#receive(answer);
    });
    this.#worker.on('error', (error: Error) => {
      this.#death ??= error;
    });
    this.#worker.on('exit', () => {
      const error =
        this.#reportedEnd ?? this.#death ?? new Error('A worker thread of the server has ended.');
      this.#death = error;
      const isExpected = this.#isClosed;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
      if (!isExpected) onDeath?.(error);
    });
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0 && this.#death === undefined;
  }

  /**
   * A call for a request also rejects after the time that the request may wait for the database, although the work
   * continues.
   */
  call(method: Call['method'], ...args: readonly unknown[]): Promise<unknown> {
    if (this.#death !== undefined) return Promise.reject(this.#death);
    const id = ++this.#lastId;
    const waits = requestMethods.has(method) ? readRemainingWait() : undefined;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const request = getCurrentRequestId();
      this.#worker.postMessage({ id, method, args, waits, request } satisfies Call);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.call('close').catch(() => undefined);
    await this.#worker.terminate();
  }

  async stop(): Promise<void> {
    this.#isClosed = true;
    await this.#worker.terminate();
  }

  #receive(answer: Extract<Answer, { id: number }>): void {
    const waiting = this.#waiting.get(answer.id);
    if (!('overdue' in answer)) this.#waiting.delete(answer.id);
    try {
      waiting?.resolve(unwrapAnswer(answer));
    } catch (error) {
      waiting?.reject(error);
    }
  }
}

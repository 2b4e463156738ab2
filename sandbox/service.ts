import type { OperationName } from '../src/operations.js';
import type { Body } from './body.js';
import type { Faults } from './faults/faults.js';
import type { Store } from './store/store.js';

/** A request whose answer a fault keeps back or delays. */
export interface HeldRequest {
  readonly operation: OperationName;
  /** As it was received. */
  readonly body: string;
}

/** What the operations, pages and controls of one running sandbox share. */
export interface Service {
  readonly store: Store;
  readonly faults: Faults;
  readonly readyAfterMs: number;
  readonly latencyMs: number;
  readonly seed: number;
  readonly onHeld?: ((request: HeldRequest) => void) | undefined;
}

/** An authorised request. */
interface Call {
  readonly company: string;
  readonly body: Body;
  /** The service's own address, for links. */
  readonly origin: string;
}

/** The JSON object that an operation answers, with HTTP 200 also for application errors. */
export type Answer = Readonly<Record<string, unknown>> & { readonly status: 'success' | 'error' };

/** One operation: checks, commits, answers; all before it returns. */
export type Operation = (service: Service, call: Call) => Answer;

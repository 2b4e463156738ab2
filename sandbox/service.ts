import type { OperationName } from '../src/operations.js';
import type { Body } from './body.js';
import type { Faults } from './faults/faults.js';
import type { Store } from './store/store.js';

/** A request that a fault keeps waiting. */
export interface HeldRequest {
  readonly operation: OperationName;
  /** The unparsed body. */
  readonly body: string;
}

/** The state and settings of a running sandbox, shared by operations, pages and controls. */
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
  /** The service's address, for links. */
  readonly origin: string;
}

/** The JSON answer of an operation; application errors have HTTP 200, too. */
export type Answer = Readonly<Record<string, unknown>> & { readonly status: 'success' | 'error' };

/** Checks a request, commits its change and returns the answer, synchronously. */
export type Operation = (service: Service, call: Call) => Answer;

import type { OperationName } from '../src/operations.js';
import type { Body } from './body.js';
import type { Faults } from './faults/faults.js';
import type { Store } from './store/store.js';

export interface HeldRequest {
  readonly operation: OperationName;
  readonly body: string;
}

export interface Service {
  readonly store: Store;
  readonly faults: Faults;
  readonly readyAfterMs: number;
  readonly latencyMs: number;
  readonly seed: number;
  readonly onHeld?: ((request: HeldRequest) => void) | undefined;
}

interface Call {
  readonly company: string;
  readonly body: Body;
  readonly origin: string;
}

export type Answer = Readonly<Record<string, unknown>> & { readonly status: 'success' | 'error' };

export type Operation = (service: Service, call: Call) => Answer;

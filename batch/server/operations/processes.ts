import type { Limits, Operations } from '../contract/shapes.js';
import type { Store } from '../db/store.js';

export type ProcessesNow = Pick<Operations, 'workers' | 'slices' | 'retries' | 'limits'>;

/** Workers on many machines, or the server itself. */
export interface Processes {
  read(store: Store): Promise<ProcessesNow>;
  /** Every process uses the new limits within seconds. */
  setLimits(tx: Store, limits: Limits): Promise<void>;
  /** Call this after the transaction of `setLimits`. */
  applyLimits(): Promise<void>;
  /**
   * Takes effect within ten seconds. Returns the host of the worker; undefined if there is no such worker or the
   * process is the server itself.
   */
  setDraining(tx: Store, worker: string, isDraining: boolean): Promise<string | undefined>;
  /** Returns the number of slices. */
  retryNow(tx: Store): Promise<number>;
}

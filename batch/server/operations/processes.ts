import type { Limits, Operations } from '../contract/shapes.js';
import type { Store } from '../db/store.js';

export type ProcessesNow = Pick<Operations, 'workers' | 'slices' | 'retries' | 'limits'>;

/** The processes that do the runs: workers on many machines, or the server itself. */
export interface Processes {
  read(store: Store): Promise<ProcessesNow>;
  /** Stores the limits that all processes share. Every process uses the new limits within seconds. */
  setLimits(tx: Store, limits: Limits): Promise<void>;
  /** Call this after the transaction of `setLimits`. */
  applyLimits(): Promise<void>;
  /**
   * Makes a worker take no new slices, or take them again, within ten seconds. Returns the host of the worker, or
   * undefined if there is no such worker or the process is the server itself.
   */
  setDraining(tx: Store, worker: string, isDraining: boolean): Promise<string | undefined>;
  /** Makes the slices that wait for another attempt due now. Returns the number of these slices. */
  retryNow(tx: Store): Promise<number>;
}

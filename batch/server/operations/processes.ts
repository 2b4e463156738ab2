import type { Limits, Operations } from '../contract/shapes.js';
import type { Store } from '../db/store.js';

export type ProcessesNow = Pick<Operations, 'workers' | 'slices' | 'retries' | 'limits'>;

/** The processes that do the runs: the workers of many machines, or the server itself. */
export interface Processes {
  read(store: Store): Promise<ProcessesNow>;
  /** Stores the limits that all processes share. The processes use these limits within seconds. */
  setLimits(tx: Store, limits: Limits): Promise<void>;
  /** Call this after the transaction of `setLimits`. */
  applyLimits(): Promise<void>;
  /**
   * Lets a worker take no new slices, or take them again; it does so within ten seconds. Returns its host; undefined if
   * there is no such worker, or it is the server itself.
   */
  setDraining(tx: Store, worker: string, isDraining: boolean): Promise<string | undefined>;
  /** Lets the slices that wait before another try be tried now. Returns their number. */
  retryNow(tx: Store): Promise<number>;
}

import type { Failure } from '../../../src/failure.js';

/** What is said of the service before a run, by its codes. Nothing was sent then. */
export interface ServiceMessages {
  /** It cannot be used, as it answered or failed to. */
  serviceUnusable: { readonly service: string; readonly failure: Failure };
  /** It is away, and tried again until this time (ISO 8601). */
  serviceAwaited: { readonly failure: Failure; readonly leftMs: number; readonly until: string };
  /** It answers again, after it was waited for. */
  serviceIsBack: { readonly waitedMs: number };
  /** It did not come back in all the time that it was waited for. */
  serviceStayedAway: {
    readonly service: string;
    readonly waitedMs: number;
    readonly failure: Failure;
  };
}

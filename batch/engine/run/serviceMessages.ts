import type { Failure } from '../../../src/failure.js';

/** Messages about the service, by code, before anything is sent. */
export interface ServiceMessages {
  /** It cannot be used; the failure says why. */
  serviceUnusable: { readonly service: string; readonly failure: Failure };
  /**
   * It does not know an assessment that the journal or the sheet contains; without `row`, no row of the
   * sheet has it. `sheet` names the sheet of the row if it is another one.
   */
  assessmentUnknown: {
    readonly sheet?: string;
    readonly service: string;
    readonly assessmentId: string;
    readonly row: number | undefined;
    /** The journal does not contain it: a lost journal, or another program wrote the scores. */
    readonly isOnlyInSheet?: boolean;
  };
  /** A person called it another service, but it has an assessment of that one. */
  isNoOtherService: {
    readonly service: string;
    readonly differentService: string;
    readonly assessmentId: string;
    readonly sheet: string;
  };
  /** It is unavailable, and is tried again until this time (ISO 8601). */
  serviceAwaited: { readonly failure: Failure; readonly leftMs: number; readonly until: string };
  /** It is available again after a wait. */
  serviceIsBack: { readonly waitedMs: number };
  /** It did not become available in time. */
  serviceStayedAway: {
    readonly service: string;
    readonly waitedMs: number;
    readonly failure: Failure;
  };
}

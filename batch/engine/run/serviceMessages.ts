import type { Failure } from '../../../src/failure.js';

/** Messages about the service before anything is sent, by code. */
export interface ServiceMessages {
  /** The service cannot be used; the failure is the reason. */
  serviceUnusable: { readonly service: string; readonly failure: Failure };
  /**
   * The service does not have an assessment that the journal or the sheet contains; without `row`,
   * no row of the sheet has it. `sheet` names the sheet of the row if it is another one.
   */
  assessmentUnknown: {
    readonly sheet?: string;
    readonly service: string;
    readonly assessmentId: string;
    readonly row: number | undefined;
    /**
     * The journal does not contain the assessment: a journal was lost, or another program wrote the
     * scores.
     */
    readonly isOnlyInSheet?: boolean;
  };
  /** A person confirmed another service, but this one has an assessment of the old service. */
  isNoOtherService: {
    readonly service: string;
    readonly differentService: string;
    readonly assessmentId: string;
    readonly sheet: string;
  };
  /** The service is unavailable, and is tried again until this time (ISO 8601). */
  serviceAwaited: { readonly failure: Failure; readonly leftMs: number; readonly until: string };
  /** The service is available again after a wait. */
  serviceIsBack: { readonly waitedMs: number };
  /** The service did not become available in time. */
  serviceStayedAway: {
    readonly service: string;
    readonly waitedMs: number;
    readonly failure: Failure;
  };
}

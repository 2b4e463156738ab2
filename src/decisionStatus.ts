/** The statuses in the contract's order. */
export const decisionStatuses = [
  'Pending',
  'Manager Approved',
  'Compliance Approved',
  'Rejected',
  'Canceled',
] as const;
/** The status of a decision on an assessment. */
export type DecisionStatus = (typeof decisionStatuses)[number];

/** The text is from the contract. */
export const unsupportedStatusMessage =
  'Status must be Pending, Manager Approved, Compliance Approved, Rejected, or Canceled. Approved is also accepted as a legacy alias for Compliance Approved.';

export type Actor = 'managerId' | 'complianceTeamMemberId' | 'cancelledByStaffId';

/** A decision needs one input of `anyOf`. The contract does not show the error for Canceled. */
export const requiredActors = {
  Pending: null,
  'Manager Approved': {
    anyOf: ['managerId'],
    field: 'managerId',
    message: 'Manager ID is required for Manager Approved',
  },
  'Compliance Approved': {
    anyOf: ['complianceTeamMemberId'],
    field: 'complianceTeamMemberId',
    message: 'Compliance Team Member ID is required for Compliance Approved',
  },
  Rejected: {
    anyOf: ['managerId', 'complianceTeamMemberId'],
    field: 'approverId',
    message: 'Manager ID or Compliance Team Member ID is required for Rejected',
  },
  Canceled: {
    anyOf: ['cancelledByStaffId'],
    field: 'cancelledByStaffId',
    message: 'Cancelled By Staff ID is required for Canceled',
  },
} as const satisfies Readonly<
  Record<
    DecisionStatus,
    { readonly anyOf: readonly Actor[]; readonly field: string; readonly message: string } | null
  >
>;

/** The decision statuses of an assessment, in the contract's order. */
export const decisionStatuses = [
  'Pending',
  'Manager Approved',
  'Compliance Approved',
  'Rejected',
  'Canceled',
] as const;
/** What can be decided about an assessment. */
export type DecisionStatus = (typeof decisionStatuses)[number];

/** An input that names a person for a decision. */
export type Actor = 'managerId' | 'complianceTeamMemberId' | 'cancelledByStaffId';

/**
 * The people of whom a decision must name one (`anyOf`), by status. `field` and `message` are what the service
 * reports; the contract gives them but for Canceled.
 */
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

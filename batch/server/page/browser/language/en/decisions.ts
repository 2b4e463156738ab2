export const decisions = {
  Pending: 'Pending',
  'Manager Approved': 'Manager Approved',
  'Compliance Approved': 'Compliance Approved',
  Rejected: 'Rejected',
  Canceled: 'Canceled',
} as const;

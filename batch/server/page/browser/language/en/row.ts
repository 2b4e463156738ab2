export const row = {
  statuses: {
    Scored: 'Scored',
    Pending: 'Pending',
    'Not sent': 'Not sent',
    Unconfirmed: 'Unconfirmed',
    Rejected: 'Rejected',
    Invalid: 'Invalid',
    Duplicate: 'Duplicate',
  },
} as const;

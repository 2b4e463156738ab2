import type { row as english } from '../en/row.js';
import type { Translation } from '../translation.js';

export const row: Translation<typeof english> = {
  statuses: {
    Scored: 'Bewertet',
    Pending: 'Ausstehend',
    'Not sent': 'Nicht gesendet',
    Unconfirmed: 'Unbestätigt',
    Rejected: 'Zurückgewiesen',
    Invalid: 'Mit Problemen',
    Duplicate: 'Doppelt',
  },
};

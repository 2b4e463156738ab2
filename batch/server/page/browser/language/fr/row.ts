import type { row as english } from '../en/row.js';
import type { Translation } from '../translation.js';

export const row: Translation<typeof english> = {
  statuses: {
    Scored: 'Évaluée',
    Pending: 'En attente',
    'Not sent': 'Non envoyée',
    Unconfirmed: 'Non confirmée',
    Rejected: 'Refusée',
    Invalid: 'Avec problèmes',
    Duplicate: 'Doublon',
  },
};

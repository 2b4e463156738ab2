import type { decisions as english } from '../en/decisions.js';
import type { Translation } from '../../../../contract/languages.js';

export const decisions: Translation<typeof english> = {
  Pending: 'En attente',
  'Manager Approved': 'Approuvé par le responsable',
  'Compliance Approved': 'Approuvé par la conformité',
  Rejected: 'Rejeté',
  Canceled: 'Annulé',
};

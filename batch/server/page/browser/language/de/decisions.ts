import type { decisions as english } from '../en/decisions.js';
import type { Translation } from '../../../../contract/languages.js';

export const decisions: Translation<typeof english> = {
  Pending: 'Offen',
  'Manager Approved': 'Von der Führungskraft genehmigt',
  'Compliance Approved': 'Von der Compliance genehmigt',
  Rejected: 'Abgelehnt',
  Canceled: 'Storniert',
};

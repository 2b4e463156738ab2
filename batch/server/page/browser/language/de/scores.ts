import type { scores as english } from '../en/scores.js';
import type { Translation } from '../../../../contract/languages.js';

// The headings of narrow columns break at the soft hyphens.
export const scores: Translation<typeof english> = {
  overallTrip: 'Gesamtrisiko',
  workingRights: 'Risiko Arbeits\u00ADerlaubnis',
  payrollTax: 'Risiko Lohnsteuer',
  socialSecurity: 'Risiko Sozial\u00ADversicherung',
  corporateTax: 'Risiko Körperschaft\u00ADsteuer',
  employmentLaw: 'Risiko Arbeitsrecht',
  contractorMisclass: 'Risiko Schein\u00ADselbst\u00ADständigkeit',
};

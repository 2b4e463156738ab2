import type { scores as english } from '../en/scores.js';
import type { Translation } from '../translation.js';

export const scores: Translation<typeof english> = {
  overallTrip: 'Gesamtrisiko',
  workingRights: 'Risiko Arbeitserlaubnis',
  payrollTax: 'Risiko Lohnsteuer',
  socialSecurity: 'Risiko Sozialversicherung',
  corporateTax: 'Risiko Körperschaftsteuer',
  employmentLaw: 'Risiko Arbeitsrecht',
  contractorMisclass: 'Risiko Scheinselbstständigkeit',
};

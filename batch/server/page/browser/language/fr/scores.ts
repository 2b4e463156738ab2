import type { scores as english } from '../en/scores.js';
import type { Translation } from '../../../../contract/languages.js';

export const scores: Translation<typeof english> = {
  overallTrip: 'Risque global',
  workingRights: 'Risque lié à l’autorisation de travail',
  payrollTax: 'Risque lié à l’impôt sur les salaires',
  socialSecurity: 'Risque lié à la sécurité sociale',
  corporateTax: 'Risque lié à l’impôt sur les sociétés',
  employmentLaw: 'Risque lié au droit du travail',
  contractorMisclass: 'Risque de salariat déguisé',
};

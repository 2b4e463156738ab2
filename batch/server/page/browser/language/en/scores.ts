import type { RiskKind } from '../../../../../engine/report/risks.js';

/** The service's names for the risks. */
export const scores = {
  overallTrip: 'Overall trip risk',
  workingRights: 'Working rights risk',
  payrollTax: 'Payroll tax risk',
  socialSecurity: 'Social security risk',
  corporateTax: 'Corporate tax risk',
  employmentLaw: 'Employment law risk',
  contractorMisclass: 'Contractor misclassification risk',
} as const satisfies Record<RiskKind, string>;

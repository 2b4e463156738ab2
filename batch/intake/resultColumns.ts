import { purposeResults, riskScores } from '../../src/riskResult.js';
import type { ResultColumn } from '../sheets/sheet.js';

const score = (heading: string) => ({ heading, kind: 'score' }) as const;

/** Our columns, in the order in which they are added to a sheet. */
export const resultColumns = {
  status: { heading: 'Assessment status', kind: 'text' },
  message: { heading: 'Assessment message', kind: 'text' },
  assessmentId: { heading: 'Assessment ID', kind: 'text' },
  redirectUrl: { heading: 'Report link', kind: 'link' },
  overallTrip: score(riskScores.overallTrip),
  workingRights: score(riskScores.workingRights),
  payrollTax: score(riskScores.payrollTax),
  socialSecurity: score(riskScores.socialSecurity),
  corporateTax: score(riskScores.corporateTax),
  employmentLaw: score(riskScores.employmentLaw),
  cumulativePeRiskLevel: { heading: purposeResults.cumulativePeRiskLevel, kind: 'text' },
  contractorMisclass: score(purposeResults.contractorMisclass),
  assessedAt: { heading: 'Assessed at', kind: 'dateTime' },
} as const satisfies Record<string, ResultColumn>;

export type ResultName = keyof typeof resultColumns;

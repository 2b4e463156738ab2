import type { KeptScores } from '../../engine/intake/keptScores.js';
import { type RiskKind, riskKinds } from '../../engine/report/risks.js';
import type { RowTable } from '../db/schema.js';

/** The columns of the kept scores in the table of rows. */
const columns = {
  overallTrip: 'overall_trip',
  workingRights: 'working_rights',
  payrollTax: 'payroll_tax',
  socialSecurity: 'social_security',
  corporateTax: 'corporate_tax',
  employmentLaw: 'employment_law',
  contractorMisclass: 'contractor_misclass',
  cumulativePeRiskLevel: 'cumulative_pe_risk_level',
} as const satisfies Record<keyof KeptScores, keyof RowTable>;

type RiskColumn = (typeof columns)[RiskKind];
export type ScoreColumn = (typeof columns)[keyof KeptScores];

/** The columns of risks, in the order in which they are shown. */
export const riskColumns: readonly { readonly name: RiskKind; readonly column: RiskColumn }[] =
  riskKinds.map((name) => ({ name, column: columns[name] }));

/** The columns of all that is kept of a result. */
export const scoreColumns: readonly ScoreColumn[] = Object.values(columns);

/** Returns the scores in a row of the table. */
export function scoresIn(found: Readonly<Pick<RowTable, ScoreColumn>>): KeptScores {
  const { cumulative_pe_risk_level: peLevel } = found;
  const scores: KeptScores = {};
  for (const { name, column } of riskColumns) {
    const score = found[column];
    if (score !== null) scores[name] = score;
  }
  if (peLevel !== null) scores.cumulativePeRiskLevel = peLevel;
  return scores;
}

/** Returns the columns with the scores of a result. */
export function scoreValues(scores: KeptScores): Pick<RowTable, ScoreColumn> {
  return {
    overall_trip: scores.overallTrip ?? null,
    working_rights: scores.workingRights ?? null,
    payroll_tax: scores.payrollTax ?? null,
    social_security: scores.socialSecurity ?? null,
    corporate_tax: scores.corporateTax ?? null,
    employment_law: scores.employmentLaw ?? null,
    contractor_misclass: scores.contractorMisclass ?? null,
    cumulative_pe_risk_level: scores.cumulativePeRiskLevel ?? null,
  };
}

import { z } from 'zod/v4';
import { unlessOneIsWrong } from './field.js';

const score = z
  .number({ error: ({ input }) => (input === undefined ? 'is missing' : 'is not a number') })
  .min(0, 'is below 0')
  .max(10, 'is above 10');
// "May be empty when not assigned"; an absent one means the same.
const staffId = z
  .string()
  .nullish()
  .transform((id) => id ?? '');

/** The risk scores of the contract's table "Risk result", 0 to 10 with decimals, with their labels. */
export const riskScores = {
  overallTrip: 'Overall trip risk',
  workingRights: 'Working rights risk',
  payrollTax: 'Payroll tax risk',
  socialSecurity: 'Social security risk',
  corporateTax: 'Corporate tax risk',
  employmentLaw: 'Employment law risk',
} as const;

/** The two results that only one purpose has: a level in words, and a further score. */
export const purposeResults = {
  /** Work From Anywhere only. Not on the scale of the scores. */
  cumulativePeRiskLevel: 'Cumulative PE risk level',
  /** Hire From Anywhere only. */
  contractorMisclass: 'Contractor misclassification risk',
} as const;

/**
 * A finished assessment's risks. Fields that the contract does not name are kept. A score that is
 * missing or outside 0 to 10 is a contract violation, and so is a result of neither purpose.
 */
const riskResultSchema = z
  .looseObject({
    assessmentId: z.string(),
    employeeId: staffId,
    complianceTeamMemberId: staffId,
    managerId: staffId,
    overallTrip: score,
    workingRights: score,
    payrollTax: score,
    socialSecurity: score,
    corporateTax: score,
    employmentLaw: score,
    cumulativePeRiskLevel: z.string().nullish(),
    contractorMisclass: score.nullish(),
  })
  .refine(
    (result) => (result.cumulativePeRiskLevel ?? result.contractorMisclass ?? null) !== null,
    {
      when: unlessOneIsWrong(...Object.keys(purposeResults)),
      path: ['cumulativePeRiskLevel'],
      message: 'is missing, and so is contractorMisclass',
    },
  );

/** The risks of one assessment. */
export type RiskResult = z.infer<typeof riskResultSchema>;

/** The body of a finished rwa_retrieve. */
export const retrievedSchema = z
  .looseObject({ data: riskResultSchema })
  .transform((answer) => answer.data);

/** What rwa_retrieve says of an assessment. */
export type Retrieved = { ready: true; result: RiskResult } | { ready: false };

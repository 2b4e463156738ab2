import { z } from 'zod/v4';
import { whenFieldsValid } from './field.js';
import type { BreachFault } from './requestMessages.js';

const breach = (fault: BreachFault) => fault;

const score = z
  .number({ error: ({ input }) => breach(input === undefined ? 'missing' : 'notNumber') })
  .min(0, breach('belowZero'))
  .max(10, breach('aboveTen'));
// The contract allows an empty ID; a missing one counts as empty.
const staffId = z
  .string()
  .nullish()
  .transform((id) => id ?? '');

/** The scores are 0 to 10, with decimals. */
export const riskScores = {
  overallTrip: 'Overall trip risk',
  workingRights: 'Working rights risk',
  payrollTax: 'Payroll tax risk',
  socialSecurity: 'Social security risk',
  corporateTax: 'Corporate tax risk',
  employmentLaw: 'Employment law risk',
} as const;

export const purposeResults = {
  /** Work From Anywhere only. Not on the scale of the scores. */
  cumulativePeRiskLevel: 'Cumulative PE risk level',
  /** Hire From Anywhere only. */
  contractorMisclass: 'Contractor misclassification risk',
} as const;

/** Keeps fields that are not in the contract. */
const riskResultSchema = z
  .looseObject({
    /** The assessment that was asked for. Contract, "rwa_retrieve". */
    assessmentId: z.string(),
    /** Staff ID of the employee; empty if none is saved. Contract, "rwa_retrieve". */
    employeeId: staffId,
    /** Staff ID of the compliance team member; empty if none is saved. Contract, "rwa_retrieve". */
    complianceTeamMemberId: staffId,
    /** Staff ID of the manager; empty if none is saved. Contract, "rwa_retrieve". */
    managerId: staffId,
    /** Overall risk, 0 to 10 with decimals. Contract, "rwa_retrieve". */
    overallTrip: score,
    /** Risk 0 to 10, with decimals. Contract, "rwa_retrieve". */
    workingRights: score,
    /** Risk 0 to 10, with decimals. Contract, "rwa_retrieve". */
    payrollTax: score,
    /** Risk 0 to 10, with decimals. Contract, "rwa_retrieve". */
    socialSecurity: score,
    /** Risk 0 to 10, with decimals. Contract, "rwa_retrieve". */
    corporateTax: score,
    /** Risk 0 to 10, with decimals. Contract, "rwa_retrieve". */
    employmentLaw: score,
    /** In words, such as `Low`. Only for `Work From Anywhere`. Contract, "rwa_retrieve". */
    cumulativePeRiskLevel: z.string().nullish(),
    /** 0 to 10, with decimals. Only for `Hire From Anywhere`. Contract, "rwa_retrieve". */
    contractorMisclass: score.nullish(),
  })
  .refine(
    (result) => (result.cumulativePeRiskLevel ?? result.contractorMisclass ?? null) !== null,
    {
      when: whenFieldsValid(...Object.keys(purposeResults)),
      path: ['cumulativePeRiskLevel'],
      message: breach('missingWithOther'),
    },
  );

/** The risks of one assessment. */
export type RiskResult = z.infer<typeof riskResultSchema>;

export const retrievedSchema = z
  .looseObject({ data: riskResultSchema })
  .transform((answer) => answer.data);

/** The answer of rwa_retrieve. */
export type Retrieved = { ready: true; result: RiskResult } | { ready: false };

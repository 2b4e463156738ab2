import type { RiskResult } from '../../../src/riskResult.js';
import type { Subject } from '../intake/intakeRow.js';
import type { SheetRequest } from '../intake/rowKey.js';

/** Why a result does not belong to a row. */
export type Mismatch =
  | { readonly code: 'resultOfOtherEmployee' }
  | { readonly code: 'resultOfOtherPurpose'; readonly purpose: string }
  | { readonly code: 'resultOfOtherStaff'; readonly field: (typeof staffIds)[number] };

/** Returns true for a result of another employee, whose scores must not be shown for this person. */
export function isOfAnother({ employeeId }: RiskResult, subject: Subject | undefined): boolean {
  return subject !== undefined && employeeId !== '' && employeeId !== subject.employeeId;
}

/**
 * Returns why a result cannot belong to a row. Only the employee and the purpose can prove it,
 * because the service does not return the inputs.
 */
export function provenMismatch(
  result: RiskResult,
  subject: Subject | undefined,
): Mismatch | undefined {
  if (subject === undefined) return undefined;
  if (isOfAnother(result, subject)) return { code: 'resultOfOtherEmployee' };
  const isTrip = subject.purpose === 'Work From Anywhere';
  const [own, other] = isTrip
    ? (['cumulativePeRiskLevel', 'contractorMisclass'] as const)
    : (['contractorMisclass', 'cumulativePeRiskLevel'] as const);
  if (has(result, own) || !has(result, other)) return undefined;
  return { code: 'resultOfOtherPurpose', purpose: subject.purpose };
}

/**
 * Returns why a result may belong to another row of the same employee: it names other staff. A
 * decision may have changed them, so a person's confirmation that the result is the row's overrides
 * this.
 */
export function possibleMismatch(
  result: RiskResult,
  sent: SheetRequest | undefined,
): Mismatch | undefined {
  for (const field of staffIds) {
    const [theirs, ours = ''] = [result[field], sent?.[field]];
    if (theirs === '' || ours === '' || theirs === ours) continue;
    return { code: 'resultOfOtherStaff', field };
  }
  return undefined;
}

const staffIds = ['managerId', 'complianceTeamMemberId'] as const;

function has(result: RiskResult, name: 'cumulativePeRiskLevel' | 'contractorMisclass'): boolean {
  return (result[name] ?? null) !== null;
}

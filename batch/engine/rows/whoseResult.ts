import type { RiskResult } from '../../../src/riskResult.js';
import type { Subject } from '../intake/intakeRow.js';
import type { SheetRequest } from '../intake/rowKey.js';

/** Why a result is not that of a row. */
export type Mismatch =
  | { readonly code: 'resultOfOtherEmployee' }
  | { readonly code: 'resultOfOtherPurpose'; readonly purpose: string }
  | { readonly code: 'resultOfOtherStaff'; readonly field: (typeof staffIds)[number] };

/** True for a result of another employee: its scores must not end up with this person. */
export function isOfAnother({ employeeId }: RiskResult, subject: Subject | undefined): boolean {
  return subject !== undefined && employeeId !== '' && employeeId !== subject.employeeId;
}

/**
 * Why a result cannot belong to a row. The service does not say which inputs it was made for, so
 * only the employee and the purpose can prove it.
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
 * Why a result may belong to another row of the same employee: it names other staff. A decision may
 * have changed them since, so this counts only until a person says that it belongs to the row.
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

import { toCanonicalStatus, type Decision } from './decision.js';
import type { RiskResult } from './riskResult.js';

export type StateCheck = 'applied' | 'not_applied' | 'cannot_tell';

/**
 * The contract promises that the decision and its note are returned, but does not show the names of
 * these fields. A missing field, a status that is not in the contract or an empty Staff ID proves
 * nothing.
 */
export function compareDecision(decision: Decision, saved: RiskResult): StateCheck {
  const savedStatus =
    typeof saved.status === 'string' ? toCanonicalStatus(saved.status) : undefined;
  const pairs: [sent: unknown, found: unknown][] = [
    [toCanonicalStatus(decision.status), savedStatus],
    [decision.note, saved.note],
    [decision.managerId, emptyToUndefined(saved.managerId)],
    [decision.complianceTeamMemberId, emptyToUndefined(saved.complianceTeamMemberId)],
  ];
  const wanted = pairs.filter(([sent]) => sent !== undefined);
  if (wanted.some(([sent, found]) => typeof found === 'string' && sent !== found)) {
    return 'not_applied';
  }
  return wanted.every(([sent, found]) => sent === found) ? 'applied' : 'cannot_tell';
}

function emptyToUndefined(staffId: string): string | undefined {
  return staffId === '' ? undefined : staffId;
}

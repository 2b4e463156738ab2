import { canonicalStatus, type Decision } from './decision.js';
import type { RiskResult } from './riskResult.js';

/** Whether a request whose answer was lost took effect. */
export type StateCheck = 'applied' | 'not_applied' | 'cannot_tell';

/**
 * Compares a decision with the assessment as retrieved. Only what came back counts: the contract
 * says that decision status and note are returned, but its table of results does not list them.
 */
export function compareDecision(decision: Decision, saved: RiskResult): StateCheck {
  const wanted: [unknown, unknown][] = [];
  if (typeof saved.status === 'string') {
    wanted.push([canonicalStatus(decision.status), canonicalStatus(saved.status)]);
  }
  if (decision.note !== undefined && typeof saved.note === 'string') {
    wanted.push([decision.note, saved.note]);
  }
  for (const actor of ['managerId', 'complianceTeamMemberId'] as const) {
    if (decision[actor] !== undefined) wanted.push([decision[actor], saved[actor]]);
  }
  if (wanted.some(([sent, found]) => sent !== found)) return 'not_applied';
  // Equal staff ids alone may be those of an earlier decision.
  return typeof saved.status === 'string' ? 'applied' : 'cannot_tell';
}

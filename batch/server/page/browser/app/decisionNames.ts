import { decisionStatuses } from '../../../../../src/decisionStatus.js';
import { t } from '../language/language.js';

/** Returns the server's text for an unknown status. */
export function nameDecision(status: string): string {
  const known = decisionStatuses.find((each) => each === status);
  return known === undefined ? status : t(($) => $.decisions[known]);
}

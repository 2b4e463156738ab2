import { t } from '../language/language.js';
import { statuses } from './words.js';

/** Returns the server's text for an unknown status. */
export function nameRowStatus(status: string): string {
  const known = statuses.find((each) => each === status);
  return known === undefined ? status : t(($) => $.row.statuses[known]);
}

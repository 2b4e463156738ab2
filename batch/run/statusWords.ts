import type { Standing } from './standing.js';

/** Complete by its type: a word that is missing here would be taken for a person's. */
const words: Readonly<Record<Standing, true>> = {
  'Not sent': true,
  Pending: true,
  Scored: true,
  Decided: true,
  Invited: true,
  Removed: true,
  Rejected: true,
  Unconfirmed: true,
  Invalid: true,
  Duplicate: true,
};

/** True for a status that we write, of whichever operation. */
export function isStatusWord(text: string): text is Standing {
  return Object.hasOwn(words, text);
}

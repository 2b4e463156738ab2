import type { BreachFault } from './requestMessages.js';
import { visibleText } from './visibleText.js';

/** The longest ID that is accepted. The service's IDs have about 32 characters. */
const maxIdLength = 200;

/**
 * Returns whether a text can be an ID of the service, for an assessment or an account. According to
 * the contract, IDs are strings. The service's IDs have digits and no spaces; the words that people
 * type instead of an ID (`later`, `n/a`, `-`, a name) have no digit.
 */
export function canBeId(text: string): boolean {
  return text.length <= maxIdLength && /^(?=.*\d)[\w.:~-]+$/.test(text);
}

/**
 * Returns why a value in an answer cannot be the ID of something that was created; undefined if it
 * can. The service finds nothing by a blank ID, and an endless one would fill messages and cells.
 */
export function findIdFault(value: unknown): BreachFault | undefined {
  if ((value ?? '') === '') return 'missing';
  if (typeof value !== 'string') return 'notText';
  if (visibleText(value) === '') return 'missing';
  return value.length > maxIdLength ? 'tooLong' : undefined;
}

import type { BreachFault } from './requestMessages.js';
import { visibleText } from './visibleText.js';

/** From the contract ("rwa_create"). */
const maxIdLength = 200;

/**
 * Returns whether a text can be an ID of the service, for an assessment or an account. The contract does
 * not show the form of an ID. A digit is required, because the words that people type instead
 * (`later`, `n/a`, `-`, a name) have none.
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

import type { BreachFault } from './requestMessages.js';
import { toVisibleText } from './toVisibleText.js';

/** The limit in the contract ("rwa_create"). */
const maxIdLength = 200;

/**
 * The contract does not show the form of an ID. A digit is required, because the words that people
 * type instead (`later`, `n/a`, a name) have none.
 */
export function canBeId(text: string): boolean {
  return text.length <= maxIdLength && /^(?=.*\d)[\w.:~-]+$/.test(text);
}

/** The service finds nothing by a blank ID, and an endless ID would fill cells and messages. */
export function findIdFault(value: unknown): BreachFault | undefined {
  if ((value ?? '') === '') return 'missing';
  if (typeof value !== 'string') return 'notText';
  if (toVisibleText(value) === '') return 'missing';
  return value.length > maxIdLength ? 'tooLong' : undefined;
}

import { SheetError } from '../../sheets/sheet.js';
import { UsageError } from '../engine/errors.js';
import { JournalError } from '../engine/journal/journalStore.js';
import { Refused } from './refused.js';
import { toSentence } from './words/wording.js';

/** Turns an error of the engine into the API's refusal; any other error is a bug, and stays the same. */
export function asRefused(error: unknown): unknown {
  const isExpected =
    error instanceof UsageError || error instanceof JournalError || error instanceof SheetError;
  return isExpected ? new Refused('invalid', toSentence(error)) : error;
}

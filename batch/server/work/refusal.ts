import { SheetError } from '../../../sheets/sheet.js';
import { UsageError } from '../../engine/errors.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import { Refused } from '../api/refused.js';
import { toSentence } from '../words/wording.js';

/** What the engine has thrown as the API refuses it; anything else is a bug, and stays what it is. */
export function asRefused(error: unknown): unknown {
  const isExpected =
    error instanceof UsageError || error instanceof JournalError || error instanceof SheetError;
  return isExpected ? new Refused(422, 'invalid', toSentence(error)) : error;
}

import { SheetError } from '../../sheets/sheet.js';
import { UsageError } from '../engine/errors.js';
import { JournalError } from '../engine/journal/journalStore.js';
import { RefusalError } from './refusalError.js';
import { writeInEach } from './words/language/language.js';
import { wordsIn } from './words/wording.js';

/** Turns an expected error of the engine or of `sheets` into a RefusalError, and returns any other error as it is. */
export function toRefusal(error: unknown): unknown {
  const isExpected =
    error instanceof UsageError || error instanceof JournalError || error instanceof SheetError;
  if (!isExpected) return error;
  return new RefusalError(
    'invalid',
    writeInEach((language) => wordsIn(language).toSentence(error)),
  );
}

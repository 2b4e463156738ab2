import { SheetError } from '../../sheets/sheet.js';
import { UsageError } from '../engine/errors.js';
import { JournalError } from '../engine/journal/journalStore.js';
import { type Sentence, omitValues, showValues } from '../wording/sentence.js';
import { RefusalError } from './refusalError.js';
import { translateToAll } from './words/language/language.js';
import { wordsIn } from './words/wording.js';

export function toRefusal(error: unknown): unknown {
  const isExpected =
    error instanceof UsageError || error instanceof JournalError || error instanceof SheetError;
  if (!isExpected) return error;
  const write = (toText: (reason: Sentence) => string) =>
    translateToAll((language) => toText(wordsIn(language).toMarkedSentence(error)));
  return new RefusalError('invalid', write(showValues), { publicReason: write(omitValues) });
}

import { sanitized } from '../../../src/sanitized.js';
import { messageOf, UsageError } from '../../engine/errors.js';
import { JournalError } from '../../engine/journal/journalError.js';
import type { Message, Messages } from '../../engine/message.js';
import { cellWording } from '../../wording/cells.js';
import { linesBy } from '../../wording/lines.js';
import { joined, whole } from '../../wording/sentence.js';
import type { WordingOf } from '../../wording/wordingOf.js';
import { fileWording } from './files.js';
import { intakeWording } from './intake.js';
import { journalWording } from './journal.js';
import { rowWording, unconfirmedWording } from './rows.js';
import { planWording, runWording, serviceWording, workWording } from './run.js';
import { valueWording } from './values.js';

const words: WordingOf<Messages> = {
  ...cellWording,
  ...fileWording,
  ...intakeWording,
  ...journalWording,
  ...planWording,
  ...rowWording,
  ...runWording,
  ...serviceWording,
  ...unconfirmedWording,
  ...valueWording,
  ...workWording,
};

/** A message of the engine in the words of the page: with buttons and screens instead of commands. */
export function inWords(message: Message): string {
  return sanitized(whole(joined(linesBy(words, message))));
}

/** The message of whatever was thrown, in one paragraph. It may contain values of the sheet. */
export function sentenceOf(error: unknown): string {
  if (error instanceof UsageError) return error.said.map(inWords).join(' ');
  if (error instanceof JournalError) return inWords(error.said);
  return sanitized(messageOf(error));
}

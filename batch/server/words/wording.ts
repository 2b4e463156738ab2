import { sanitize } from '../../../src/sanitized.js';
import { toErrorMessage } from '../../engine/errors.js';
import { expectedMessages } from '../../engine/journal/journalStore.js';
import type { Message, Messages } from '../../engine/message.js';
import { cellWording } from '../../wording/cells.js';
import { wordLines } from '../../wording/lines.js';
import {
  mapSentence,
  joinSentences,
  type Sentence,
  sentence,
  value,
  withValues,
} from '../../wording/sentence.js';
import type { Wordings } from '../../wording/wordings.js';
import { fileWording, intakeWording } from './intake.js';
import { journalWording } from './journal.js';
import { rowWording, unconfirmedWording } from './rows.js';
import { planWording, runWording, serviceWording, workWording } from './run.js';
import { valueWording } from './values.js';

const wordings: Wordings<Messages> = {
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

/** Returns a message of the engine for the page, with buttons and screens instead of commands. */
export function inWords(message: Message): string {
  return withValues(markedWords(message));
}

/** Returns the message with its values marked, so that they can be left out for people who may not see the sheet. */
export function markedWords(message: Message): Sentence {
  return mapSentence(joinSentences(wordLines(wordings, message)), sanitize);
}

/** {@link toSentence} with its values marked. The whole text of an unexpected error counts as a value: it may quote a cell. */
export function toMarkedSentence(error: unknown): Sentence {
  const messages = expectedMessages(error);
  if (messages !== undefined) return joinSentences(messages.map(markedWords));
  return sentence`${value(sanitize(toErrorMessage(error)))}`;
}

/** Returns the message of any thrown value in one paragraph. It may contain values of the sheet. */
export function toSentence(error: unknown): string {
  return withValues(toMarkedSentence(error));
}

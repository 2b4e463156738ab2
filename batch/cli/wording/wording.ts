import { sanitize } from '../../../src/sanitized.js';
import { toErrorMessage } from '../../engine/errors.js';
import { getExpectedMessages } from '../../engine/journal/journalStore.js';
import type { Message, Messages } from '../../engine/message.js';
import type { SettingsMessage, SettingsMessages } from '../../http/settingsMessages.js';
import { SettingsError } from '../../http/settingsError.js';
import { CommandError } from '../output/commandError.js';
import {
  mapSentence,
  joinSentences,
  type Sentence,
  ValuedSentence,
  showValues,
} from '../../wording/sentence.js';
import { cellWording } from '../../wording/cells.js';
import { wordLines } from '../../wording/lines.js';
import { fileWording } from '../../wording/files.js';
import { forgetWording } from './forget.js';
import { intakeWording } from './intake.js';
import { journalWording } from './journal.js';
import { planWording } from './plan.js';
import { rowWording, unconfirmedWording } from './rows.js';
import { reportWording } from './report.js';
import { runWording } from './run.js';
import { settingsWording } from './settings.js';
import { serviceWording } from './service.js';
import { workWording } from './work.js';
import { writingWording } from './writing.js';
import { valueWording } from './values.js';
import type { Wordings } from '../../wording/wordings.js';

const wording: Wordings<Messages & SettingsMessages> = {
  ...cellWording,
  ...fileWording,
  ...forgetWording,
  ...intakeWording,
  ...valueWording,
  ...journalWording,
  ...rowWording,
  ...runWording,
  ...planWording,
  ...reportWording,
  ...serviceWording,
  ...settingsWording,
  ...unconfirmedWording,
  ...workWording,
  ...writingWording,
};

export type AnyMessage = Message | SettingsMessage | Sentence;

export function wordMessage(message: AnyMessage): Sentence {
  return joinSentences(toLines(message));
}

/** Keeps the values that a log omits. */
export function inWords(message: AnyMessage): string {
  return showValues(wordMessage(message));
}

export function toLines(message: AnyMessage): readonly Sentence[] {
  if (typeof message === 'string' || message instanceof ValuedSentence) return [message];
  return wordLines(wording, message);
}

/**
 * Returns a text that may contain values of the sheet. Line breaks in file names and cells become
 * spaces.
 */
export function toSentence(error: unknown): Sentence {
  const messages = error instanceof SettingsError ? [error.reason] : getExpectedMessages(error);
  if (messages === undefined) return toErrorMessage(error);
  const lines = error instanceof CommandError ? error.lines : messages.flatMap(toLines);
  return joinSentences(
    lines.map((line) => mapSentence(line, sanitize)),
    '\n',
  );
}

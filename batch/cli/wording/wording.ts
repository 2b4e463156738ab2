import { sanitized } from '../../../src/sanitized.js';
import { messageOf, UsageError } from '../../engine/errors.js';
import { JournalError } from '../../engine/journal/journalError.js';
import { isMessage, type Message, type Messages, type Said } from '../../engine/message.js';
import { changed, joined, type Sentence, whole } from '../../engine/wording/sentence.js';
import { cellWording } from './cells.js';
import { forgetWording } from './forget.js';
import { intakeWording } from './intake.js';
import { journalWording } from './journal.js';
import { planWording } from './plan.js';
import { rowWording, unconfirmedWording } from './rows.js';
import { runWording } from './run.js';
import { serviceWording } from './service.js';
import { workWording } from './work.js';
import { writingWording } from './writing.js';
import { valueWording } from './values.js';
import type { WordingOf } from './wordingOf.js';

const wording: WordingOf<Messages> = {
  ...cellWording,
  ...forgetWording,
  ...intakeWording,
  ...valueWording,
  ...journalWording,
  ...rowWording,
  ...runWording,
  ...planWording,
  ...serviceWording,
  ...unconfirmedWording,
  ...workWording,
  ...writingWording,
};

/** A message of the engine, worded for the command line. */
export function worded(said: Said): Sentence {
  return joined(linesOf(said));
}

/** The same as plain text, with the values that a log leaves out. */
export function inWords(said: Said): string {
  return whole(worded(said));
}

/** The same as separate lines. */
export function linesOf(said: Said): readonly Sentence[] {
  if (!isMessage(said)) return [said];
  const word = wording[said.code] as (message: Message) => Sentence | readonly Sentence[];
  const words = word(said);
  return Array.isArray(words) ? (words as readonly Sentence[]) : [words as Sentence];
}

/**
 * The message of whatever was thrown, which may contain values of the sheet. Line breaks in file
 * names and cells are escaped.
 */
export function sentenceOf(error: unknown): Sentence {
  if (!(error instanceof UsageError || error instanceof JournalError)) return messageOf(error);
  return joined(
    [error.said]
      .flat()
      .flatMap(linesOf)
      .map((line) => changed(line, sanitized)),
    '\n',
  );
}

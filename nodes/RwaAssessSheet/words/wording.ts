import { sanitize } from '../../../src/sanitized.js';
import { toErrorMessage } from '../../../batch/engine/errors.js';
import { getExpectedMessages } from '../../../batch/engine/journal/journalStore.js';
import type { Messages, Wording } from '../../../batch/engine/message.js';
import { cellWording } from '../../../batch/wording/cells.js';
import { fileWording } from '../../../batch/wording/files.js';
import { wordLines } from '../../../batch/wording/lines.js';
import { joinSentences, showValues } from '../../../batch/wording/sentence.js';
import type { Wordings } from '../../../batch/wording/wordings.js';
import { intakeWording } from './intake.js';
import type { Omitted } from './omitted.js';
import { rowWording } from './rows.js';
import { runWording } from './run.js';
import { valueWording } from './values.js';

const words: Wordings<Omit<Messages, Omitted>> = {
  ...cellWording,
  ...fileWording,
  ...intakeWording,
  ...rowWording,
  ...runWording,
  ...valueWording,
};

/**
 * Formats a message of the engine for the workbook or for the person who maintains the workflow. Throws
 * an Error for a message that cannot occur here.
 */
export const wording: Wording = (message) => showValues(joinSentences(wordLines(words, message)));

/**
 * Returns the text of an error, one line for each message of the engine. Line breaks in names and cells
 * become spaces.
 */
export function formatError(error: unknown): string {
  return toLines(error).map(sanitize).join('\n');
}

function toLines(error: unknown): string[] {
  return getExpectedMessages(error)?.map(wording) ?? [toErrorMessage(error)];
}

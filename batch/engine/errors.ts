import { sanitized } from '../../src/sanitized.js';
import type { Outcome } from './outcome.js';
import { type Sentence, ValuedSentence, whole, withoutValues } from './wording/sentence.js';

/**
 * An expected failure that is the caller's to mend: usage, connection settings, unreadable input.
 * Nothing was sent. Its lines say what is wrong and what to do; the file names and cells in them make
 * no lines of their own.
 */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
  /** What it makes of the command that it stops. */
  readonly outcome: Outcome = 'usage';
  /** The message as a log may have it. */
  readonly withoutValues: string;

  constructor(...lines: readonly Sentence[]) {
    super(lines.map((line) => sanitized(whole(line))).join('\n'));
    this.withoutValues = lines.map((line) => sanitized(withoutValues(line))).join('\n');
  }
}

/**
 * The command is right, and something around it is not: the service or its token, a disk, a lock, a
 * journal or a log. Nothing was sent, and nothing will be until somebody sees to it.
 */
export class OperatingError extends UsageError {
  override readonly name: string = 'OperatingError';
  override readonly outcome: Outcome = 'stopped';
}

/** Another run has the sheet or its journal. A schedule may ignore it: that run does the work. */
export class SheetInUse extends UsageError {
  override readonly name: string = 'SheetInUse';
  override readonly outcome: Outcome = 'inUse';
}

/** The message of whatever was thrown, which may hold values of the sheet. */
export function sentenceOf(error: unknown): Sentence {
  return error instanceof UsageError
    ? new ValuedSentence(error.message, error.withoutValues)
    : messageOf(error);
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

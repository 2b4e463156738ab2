import { sanitized } from '../../src/sanitized.js';
import { type Sentence, ValuedSentence, whole, withoutValues } from './sentence.js';

/** The exit codes of `rwa`, for scripts. */
export const exitCodes = {
  done: 0,
  bug: 1,
  usage: 2,
  someFailed: 3,
  unconfirmed: 4,
  stopped: 5,
  pending: 75,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * An expected failure that is the caller's to mend: usage, connection settings, unreadable input.
 * Nothing was sent. Its lines say what is wrong and what to do; the file names and cells in them make
 * no lines of their own.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The message as a log may have it. */
  readonly withoutValues: string;

  constructor(...lines: readonly Sentence[]) {
    super(lines.map((line) => sanitized(whole(line))).join('\n'));
    this.withoutValues = lines.map((line) => sanitized(withoutValues(line))).join('\n');
  }
}

/** Nobody reads any more what a command says, for example after `rwa check FILE | head`. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
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

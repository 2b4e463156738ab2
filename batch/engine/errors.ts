import { sanitized } from '../../src/sanitized.js';
import { type Sentence, ValuedSentence, whole, withoutValues } from './wording/sentence.js';

/** The exit codes of `rwa`, for scripts, by what they stand for. */
export const exitCodes = {
  done: 0,
  usage: 2,
  someFailed: 3,
  unconfirmed: 4,
  stopped: 5,
  notInPlace: 6,
  inUse: 7,
  pending: 75,
  interrupted: 130,
  bug: 1,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * When a command ends with which code: the one table of it, which `rwa --help` shows and a test
 * causes line by line.
 */
export const exitCodeHelp: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'all rows are done',
  usage: 'options, settings or a sheet that cannot be used; nothing was sent',
  someFailed: 'finished; some rows are invalid, duplicates, rejected or removed',
  unconfirmed: "finished; some rows are unconfirmed (see the command's last lines)",
  stopped: 'stopped early or could not begin: IT should look today (see its last lines)',
  notInPlace: 'finished; the results are not in the file that you asked for',
  inUse: 'another run has the sheet; nothing was sent',
  pending: 'some results are still pending; the same command goes on',
  interrupted: 'interrupted',
  bug: 'a bug in rwa',
};

/**
 * An expected failure that is the caller's to mend: usage, connection settings, unreadable input.
 * Nothing was sent. Its lines say what is wrong and what to do; the file names and cells in them make
 * no lines of their own.
 */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
  /** What a command ends with that it stops. */
  readonly exitCode: ExitCode = exitCodes.usage;
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
  override readonly exitCode: ExitCode = exitCodes.stopped;
}

/** Another run has the sheet or its journal. A schedule may ignore it: that run does the work. */
export class SheetInUse extends UsageError {
  override readonly name: string = 'SheetInUse';
  override readonly exitCode: ExitCode = exitCodes.inUse;
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

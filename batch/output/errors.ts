import { sanitized } from '../../src/sanitized.js';

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
  override readonly name: string = 'UsageError';
  /** What a command ends with that it stops. */
  readonly exitCode: ExitCode = exitCodes.usage;

  constructor(...lines: readonly string[]) {
    super(lines.map(sanitized).join('\n'));
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

/** Nobody reads any more what a command says, for example after `rwa check FILE | head`. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

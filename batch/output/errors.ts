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
 * Nothing was sent. `message` says what is wrong and what to do.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Nobody reads any more what a command says, for example after `rwa check FILE | head`. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

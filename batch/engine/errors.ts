import { sanitized } from '../../src/sanitized.js';
import type { Outcome } from './outcome.js';
import type { Message } from './message.js';

/**
 * An expected failure that the caller can fix: usage, connection settings, unreadable input.
 * Nothing was sent. Its message says what is wrong and what to do; a face words it.
 */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
  /** The outcome of the command that it stops. */
  readonly outcome: Outcome = 'usage';
  readonly said: readonly Message[];

  constructor(...said: readonly Message[]) {
    super(said.map((one) => sanitized(JSON.stringify(one))).join('\n'));
    this.said = said;
  }
}

/**
 * The command is right, but something around it is not: the service or its token, a disk, a lock, a
 * journal or a log. Nothing was sent, and nothing will be until somebody fixes it.
 */
export class OperatingError extends UsageError {
  override readonly name: string = 'OperatingError';
  override readonly outcome: Outcome = 'stopped';
}

/**
 * Another run is using the sheet or its journal. A schedule may ignore this: that run does the
 * work.
 */
export class SheetInUse extends UsageError {
  override readonly name: string = 'SheetInUse';
  override readonly outcome: Outcome = 'inUse';
}

/** The message of whatever was thrown. */
export function toErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

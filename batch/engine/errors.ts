import { sanitize } from '../../src/sanitized.js';
import type { FileFault } from './files/fileMessages.js';
import type { Message } from './message.js';

/** An expected failure that the caller can fix, such as wrong options or unreadable input. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
  readonly outcome: Outcome = 'usage';
  readonly messages: readonly Message[];

  constructor(...messages: readonly Message[]) {
    super(messages.map((message) => sanitize(JSON.stringify(message))).join('\n'));
    this.messages = messages;
  }
}

/**
 * An error in the environment of a correct command, such as the service, a disk or a lock. Retrying
 * fails until its cause is removed.
 */
export class OperatingError extends UsageError {
  override readonly name: string = 'OperatingError';
  override readonly outcome: Outcome = 'stopped';
}

/** Thrown if another run is using the sheet or its rows. A schedule may ignore it. */
export class SheetInUse extends UsageError {
  override readonly name: string = 'SheetInUse';
  override readonly outcome: Outcome = 'inUse';
}

export function toErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function toFileFault(error: unknown, path: string): FileFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return { path, code, reason: toErrorMessage(error) };
}

/** How a command on a sheet ended, or why it did not begin. */
export type Outcome =
  | 'done'
  | 'usage'
  /** A dry run, or a run that may send nothing new, found something to do. */
  | 'checked'
  | 'someFailed'
  | 'unconfirmed'
  | 'stopped'
  | 'notInPlace'
  | 'inUse'
  | 'pending'
  | 'interrupted'
  | 'bug';

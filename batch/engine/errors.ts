import { sanitize } from '../../src/sanitized.js';
import type { FileFault } from './files/fileMessages.js';
import type { Message } from './message.js';

/**
 * An expected failure that the caller can fix, such as wrong options or unreadable input. The
 * messages name the problem and the remedy. The CLI, the web app and n8n formulate the texts.
 */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
  /** The outcome of the command that this error stops. */
  readonly outcome: Outcome = 'usage';
  readonly messages: readonly Message[];

  constructor(...messages: readonly Message[]) {
    super(messages.map((message) => sanitize(JSON.stringify(message))).join('\n'));
    this.messages = messages;
  }
}

/**
 * An error whose cause is the environment of a correct command: the service or its token, a disk, a
 * lock, a journal, a deleted file or the limit of a schedule. Retrying fails until the cause is
 * removed.
 */
export class OperatingError extends UsageError {
  override readonly name: string = 'OperatingError';
  override readonly outcome: Outcome = 'stopped';
}

/**
 * Thrown if another run is using the sheet, its journal or some of its rows. A schedule may ignore
 * this error, because the other run does the work.
 */
export class SheetInUse extends UsageError {
  override readonly name: string = 'SheetInUse';
  override readonly outcome: Outcome = 'inUse';
}

/** Returns the message of a thrown value, even if the value is not an Error. */
export function toErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Converts a system error. `path` is the file or folder that probably caused it. */
export function toFileFault(error: unknown, path: string): FileFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return { path, code, reason: toErrorMessage(error) };
}

/**
 * How a command on a sheet ended, or why it did not begin. The CLI shows it as an exit code, and
 * other user interfaces as a colour or a sentence.
 */
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

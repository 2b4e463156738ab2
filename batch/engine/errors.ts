import { sanitize } from '../../src/sanitized.js';
import type { FileFault } from './files/fileMessages.js';
import type { Message } from './message.js';

/**
 * An expected failure that the caller can fix, such as wrong options or unreadable input. The
 * messages name the problem and the remedy; the CLI, the web app and n8n word them.
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
 * An error in the environment of a correct command: the service or its token, a disk, a lock, a
 * journal, a deleted file or the limit of a schedule. Retrying fails until the cause is gone.
 */
export class OperatingError extends UsageError {
  override readonly name: string = 'OperatingError';
  override readonly outcome: Outcome = 'stopped';
}

/**
 * An error because another run is using the sheet, its journal or some of its rows. A schedule may
 * ignore this, because that run does the work.
 */
export class SheetInUse extends UsageError {
  override readonly name: string = 'SheetInUse';
  override readonly outcome: Outcome = 'inUse';
}

/** Returns the message of a thrown value, which may be no Error. */
export function toErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Describes a system error about a file or folder; `path` is the probable cause. */
export function toFileFault(error: unknown, path: string): FileFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return { path, code, reason: toErrorMessage(error) };
}

/**
 * How a command on a sheet ended, or why it did not begin. Each face shows it in its own way: an
 * exit code, a colour, a sentence.
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

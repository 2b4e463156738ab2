import { sanitize } from '../../../src/sanitized.js';
import { toErrorMessage, UsageError } from '../errors.js';
import type { Message } from '../message.js';

export class PartialWriteError extends Error {
  /** The number of bytes in the whole lines that were written. */
  readonly bytes: number;

  constructor(bytes: number, reason: unknown) {
    super(toErrorMessage(reason));
    this.bytes = bytes;
  }
}

export interface UnwrittenLines {
  readonly lines: Buffer;
  readonly reason: unknown;
}

/** A file keeps appended lines when the process ends, and synced lines also after a power cut. */
export interface JournalStore {
  /** The name of the store in messages. */
  readonly path: string;
  readonly isEmpty: boolean;
  /** True once lines may be appended. */
  readonly isBegun: boolean;
  /**
   * A file calls `atExit` if the process ends before `close`. Throws an OperatingError if nothing
   * can be written, and a JournalError if the journal has changed since it was read.
   */
  begin(atExit: () => void): void;
  /** Throws a JournalError if the journal was deleted, replaced or shortened. */
  assertInPlace(): void;
  /**
   * Appends whole lines. Throws {@link PartialWriteError} if not all lines could be written, and a
   * JournalError if another run has created the journal meanwhile.
   */
  append(lines: Buffer): void;
  /** Resolves after all rows of this turn have added their facts, which are written together. */
  nextTurn(): Promise<unknown>;
  /** Rejects with a {@link PartialWriteError} if a later call may succeed. */
  sync(): Promise<void>;
  /** Returns the lines that a store drops if it writes after `append` has returned. */
  readonly takeUnwritten?: () => Promise<UnwrittenLines | undefined>;
  close(): void;
}

/** After this error, the run must stop: an unrecorded request must not be sent. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  readonly reason: Message;

  constructor(reason: Message) {
    super(sanitize(JSON.stringify(reason)));
    this.reason = reason;
  }
}

/** Returns undefined for an error that the engine does not expect. */
export function getExpectedMessages(error: unknown): readonly Message[] | undefined {
  if (error instanceof UsageError) return error.messages;
  return error instanceof JournalError ? [error.reason] : undefined;
}

export interface Lock {
  /**
   * Call this after an intent is in the journal and before its request is sent: a run that takes
   * over the lock reads the journal afterwards, so either we see its lock or it sees our intent.
   */
  findLoss(): Message | undefined;
  release(): Promise<void>;
}

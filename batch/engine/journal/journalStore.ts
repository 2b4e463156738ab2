import { sanitize } from '../../../src/sanitized.js';
import { toErrorMessage, UsageError } from '../errors.js';
import type { Message } from '../message.js';

/** An error because only some of the lines were written, or none. */
export class PartialWriteError extends Error {
  /** The number of bytes in the whole lines that were written. */
  readonly bytes: number;

  constructor(bytes: number, reason: unknown) {
    super(toErrorMessage(reason));
    this.bytes = bytes;
  }
}

/** Whole lines that a store could not write, with the reason. */
export interface UnwrittenLines {
  readonly lines: Buffer;
  readonly reason: unknown;
}

/**
 * The store of one journal: a file beside the sheet, or any other storage. In a file, appended
 * lines survive the end of the process, and synced lines also survive a power cut.
 */
export interface JournalStore {
  /** The name of the store in messages. */
  readonly path: string;
  /** True while the store is empty. */
  readonly isEmpty: boolean;
  /** True once lines may be appended. */
  readonly isBegun: boolean;
  /**
   * Prepares the store for appending. A file calls `atExit` if the process ends before
   * `close`. Throws an OperatingError if nothing can be written, and a JournalError if the journal
   * has changed since it was read.
   */
  begin(atExit: () => void): void;
  /** Throws a JournalError if the journal was deleted, replaced or shortened. */
  assertInPlace(): void;
  /**
   * Appends whole lines. Throws {@link PartialWriteError} if only some or none could be written,
   * and a JournalError if another run has created the journal meanwhile.
   */
  append(lines: Buffer): void;
  /**
   * Resolves after all rows of this turn have added their facts, which are then written together.
   */
  nextTurn(): Promise<unknown>;
  /**
   * Resolves when everything will survive a loss of power. Rejects with a {@link PartialWriteError}
   * if a later call may succeed.
   */
  sync(): Promise<void>;
  /**
   * Exists only in a store that writes after `append` has returned. Resolves when everything is
   * written, or to the lines that could not be written, which the store drops.
   */
  readonly takeUnwritten?: () => Promise<UnwrittenLines | undefined>;
  close(): void;
}

/**
 * An error because the journal cannot be written, has changed, or is no longer locked for this run.
 * The run must stop: an unrecorded request must not be sent.
 */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  /** The reason; for a lost journal that was recovered, also the file that now has its content. */
  readonly reason: Message;

  constructor(reason: Message) {
    super(sanitize(JSON.stringify(reason)));
    this.reason = reason;
  }
}

/**
 * Returns the messages of an error that the engine expects; undefined for any other thrown value.
 */
export function expectedMessages(error: unknown): readonly Message[] | undefined {
  if (error instanceof UsageError) return error.messages;
  return error instanceof JournalError ? [error.reason] : undefined;
}

/** A lock that lets only one run at a time send from a sheet. */
export interface Lock {
  /**
   * Returns a message if the lock is lost. Call this after an intent is in the journal and before
   * its request is sent. A run that takes over the lock reads the journal afterwards, so either we
   * see its lock or it sees our intent.
   */
  lost(): Message | undefined;
  release(): Promise<void>;
}

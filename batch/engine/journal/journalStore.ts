import { toErrorMessage } from '../errors.js';

/** Only a part of the lines was written. */
export class PartialWriteError extends Error {
  /** The bytes of the whole lines that were written. */
  readonly bytes: number;

  constructor(bytes: number, reason: unknown) {
    super(toErrorMessage(reason));
    this.bytes = bytes;
  }
}

/**
 * The store of one journal that was read before: a file beside the sheet, or any other
 * place that keeps what was synced whatever happens to the machine, and what was appended whatever
 * happens to the process.
 */
export interface JournalStore {
  /** Its name in messages. */
  readonly path: string;
  /** True while nothing is in it. */
  readonly isEmpty: boolean;
  /** True once a line may be written. */
  readonly isBegun: boolean;
  /**
   * To be called before the first line; `atExit` is called when the process ends before `close`.
   * Throws an OperatingError when nothing can be written, and a JournalError when the journal is not as
   * it was read.
   */
  begin(atExit: () => void): void;
  /** Throws a JournalError when the journal is not where it belongs. */
  assertInPlace(): void;
  /** Adds whole lines. Throws {@link PartialWriteError} when not all of them could be written. */
  append(lines: Buffer): void;
  /** Resolves when those whose turn it is have added their facts: these are appended together. */
  nextTurn(): Promise<unknown>;
  /** Resolves when everything will survive a loss of power. */
  sync(): Promise<void>;
  close(): void;
}

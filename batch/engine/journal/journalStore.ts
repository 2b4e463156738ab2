import { messageOf } from '../errors.js';

/** Only a part of what was to be written stands in the store. */
export class CutShort extends Error {
  /** Of whole lines that were written. */
  readonly bytes: number;

  constructor(bytes: number, reason: unknown) {
    super(messageOf(reason));
    this.bytes = bytes;
  }
}

/**
 * Where the lines of one journal are kept, that was read before: a file beside the sheet, or any other
 * place that keeps what was synced whatever happens to the machine, and what was appended whatever
 * happens to the process.
 */
export interface JournalStore {
  /** Names it for a person. */
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
  /** Adds whole lines. Throws {@link CutShort} when not all of them could be written. */
  append(lines: Buffer): void;
  /**
   * Holds room for so many bytes until it is given back; undefined where room cannot be held. Throws
   * when there is no such room.
   */
  reserve(bytes: number): { release(): void } | undefined;
  /** Resolves when everything will survive a loss of power. */
  sync(): Promise<void>;
  close(): void;
}

import type { Paint } from './paint.js';
import type { Sentence } from '../../wording/sentence.js';

/**
 * The input and output of a command. It escapes all control characters except line breaks, so text
 * from outside must pass through `sanitize` before it becomes a part of a line.
 */
export interface Screen {
  /** Results, on standard output. */
  out(text: string): void;
  /** Messages about the work, on standard error. */
  err(text: Sentence): void;
  /**
   * Resolves when standard output can take more. Rejects with a ReaderGoneError if its reader is gone,
   * and with an OutputLostError if output was lost. Commands that send rows do not wait for it:
   * they finish their work even without a reader.
   */
  drained(): Promise<void>;
  /**
   * A sentence about lost output, for example because the disk is full; undefined if all was written.
   * A reader that is gone does not count.
   */
  readonly lost?: string | undefined;
  /** Colours for `out` and `err`; see `createPainter` for when there are none. */
  readonly paint: { readonly out: Paint; readonly err: Paint };
  /** Characters per line of `out`; undefined if it is not a terminal. */
  readonly width: number | undefined;
  /** True if a person can be asked. */
  readonly interactive: boolean;
  /** Draws a progress bar; undefined if standard error is not a terminal. */
  readonly bar: { readonly columns: number; write(text: string): void } | undefined;
  /**
   * Asks a question. Resolves to the typed text, or to undefined for Ctrl+C, Ctrl+D, the end of the
   * input and an aborted signal.
   */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>;
}

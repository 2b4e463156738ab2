import type { Paint } from './paint.js';
import type { Sentence } from '../../wording/sentence.js';

/**
 * Escapes all control characters except line breaks. Pass text from a sheet, a file or the service
 * through `sanitize` first, because it may contain line breaks.
 */
export interface Screen {
  /** Results, on standard output. */
  out(text: string): void;
  /** Messages about the work, on standard error. */
  err(text: Sentence): void;
  /**
   * Resolves when standard output accepts more text. Rejects with a ReaderGoneError or an
   * OutputLostError. Commands that send rows do not call this: they finish their work even if
   * nobody reads the output.
   */
  drained(): Promise<void>;
  /**
   * A sentence about output that was lost, for example because the disk is full. Output that no
   * program reads any more does not count as lost.
   */
  readonly lost?: string | undefined;
  readonly paint: { readonly out: Paint; readonly err: Paint };
  /** Characters per line of `out`; undefined if it is not a terminal. */
  readonly width: number | undefined;
  /** True if {@link ask} can reach a person. */
  readonly interactive: boolean;
  /** Undefined if standard error is not a terminal. */
  readonly bar: { readonly columns: number; write(text: string): void } | undefined;
  /** Resolves to undefined for Ctrl+C, Ctrl+D, the end of the input and an aborted signal. */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>;
}

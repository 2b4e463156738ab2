import type { Paint } from './paint.js';
import type { Sentence } from '../wording/sentence.js';

/**
 * Where a command speaks and listens. It escapes what a terminal would obey, wherever that comes from;
 * only line breaks cannot be told from ours, so a text from outside is to be `sanitized` before it
 * becomes a part of a line.
 */
export interface Screen {
  /** Results, on standard output. */
  out(text: string): void;
  /** Everything that is said about the work, on standard error. */
  err(text: Sentence): void;
  /**
   * Resolves when standard output has taken enough of what was said to take more. Rejects with
   * ReaderGone when nobody takes it, which ends a command that only says something; one that
   * sends does not ask, and goes on to its end unheard. Rejects with an OperatingError when it
   * cannot be written.
   */
  drained(): Promise<void>;
  /**
   * In a sentence, that something that was said is lost, because the disk of the log is full for
   * example; undefined while there is nothing of that kind. A reader that went away is nothing.
   */
  readonly lost?: string | undefined;
  /** Colours for `out` and `err`: nothing where they are no terminal, or NO_COLOR is set. */
  readonly paint: { readonly out: Paint; readonly err: Paint };
  /** Characters a line of `out`; undefined where it is no terminal. */
  readonly width: number | undefined;
  /** True when a person can be asked. */
  readonly interactive: boolean;
  /** Where a progress bar may be drawn; nothing where standard error is not a terminal. */
  readonly bar: { readonly columns: number; write(text: string): void } | undefined;
  /**
   * Resolves to what was typed; to undefined for Ctrl+C, Ctrl+D and the end of the input, and when
   * the signal comes.
   */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>;
}

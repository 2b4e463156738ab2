import { sanitize } from '../../../src/sanitized.js';
import { UsageError, type Outcome } from '../../engine/errors.js';
import { type Sentence, withValues } from '../../wording/sentence.js';

/**
 * An expected error, such as an invalid option or a missing file. Unlike other usage errors, it
 * contains finished lines of text instead of message codes.
 */
export class CommandError extends UsageError {
  override readonly name: string = 'CommandError';
  readonly lines: readonly Sentence[];

  constructor(...lines: readonly Sentence[]) {
    super();
    this.message = lines.map((line) => sanitize(withValues(line))).join('\n');
    this.lines = lines;
  }
}

/** Thrown if the output, a log or a trace cannot be written. */
export class OutputLostError extends CommandError {
  override readonly name: string = 'OutputLostError';
  override readonly outcome: Outcome = 'stopped';
}

import { sanitize } from '../../../src/sanitized.js';
import { UsageError, type Outcome } from '../../engine/errors.js';
import { type Sentence, withValues } from '../../wording/sentence.js';

/**
 * An expected error whose text is already worded, for example about an invalid option or a missing
 * file. The text may have several lines.
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

/** An error for output, a log or a trace that cannot be written. */
export class OutputLostError extends CommandError {
  override readonly name: string = 'OutputLostError';
  override readonly outcome: Outcome = 'stopped';
}

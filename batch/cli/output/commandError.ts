import { sanitize } from '../../../src/sanitized.js';
import { UsageError, type Outcome } from '../../engine/errors.js';
import { type Sentence, showValues } from '../../wording/sentence.js';

/**
 * An expected error. Unlike other usage errors, it contains finished lines of text instead of
 * message codes.
 */
export class CommandError extends UsageError {
  override readonly name: string = 'CommandError';
  readonly lines: readonly Sentence[];

  constructor(...lines: readonly Sentence[]) {
    super();
    this.message = lines.map((line) => sanitize(showValues(line))).join('\n');
    this.lines = lines;
  }
}

export class OutputLostError extends CommandError {
  override readonly name: string = 'OutputLostError';
  override readonly outcome: Outcome = 'stopped';
}

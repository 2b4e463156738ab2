import { sanitized } from '../../../src/sanitized.js';
import { UsageError, type Outcome } from '../../engine/errors.js';
import { type Sentence, whole } from '../../wording/sentence.js';

/** An error in how the command line was used, such as an invalid option, as lines of text. */
export class CommandError extends UsageError {
  override readonly name: string = 'CommandError';
  readonly lines: readonly Sentence[];

  constructor(...lines: readonly Sentence[]) {
    super();
    this.message = lines.map((line) => sanitized(whole(line))).join('\n');
    this.lines = lines;
  }
}

/** An error that the output of the command cannot be written, so that the user would not see its effects. */
export class OutputLostError extends CommandError {
  override readonly name: string = 'OutputLostError';
  override readonly outcome: Outcome = 'stopped';
}

import { sanitized } from '../../../src/sanitized.js';
import { UsageError, type Outcome } from '../../engine/errors.js';
import { type Sentence, whole } from '../../wording/sentence.js';

/** A usage error of the command line itself, such as an option that cannot be used: in words, by lines. */
export class CommandError extends UsageError {
  override readonly name: string = 'CommandError';
  readonly lines: readonly Sentence[];

  constructor(...lines: readonly Sentence[]) {
    super();
    this.message = lines.map((line) => sanitized(whole(line))).join('\n');
    this.lines = lines;
  }
}

/** What the command says cannot be written, so nobody would learn what it did. */
export class OutputLost extends CommandError {
  override readonly name: string = 'OutputLost';
  override readonly outcome: Outcome = 'stopped';
}

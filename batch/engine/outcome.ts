/**
 * How a command on a sheet ended, or why it did not begin. Each interface shows it in its own way:
 * an exit code, a colour, a sentence.
 */
export type Outcome =
  | 'done'
  | 'usage'
  | 'someFailed'
  | 'unconfirmed'
  | 'stopped'
  | 'notInPlace'
  | 'inUse'
  | 'pending'
  | 'interrupted'
  | 'bug';

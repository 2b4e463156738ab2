/**
 * How the work on a sheet ended, or why it did not begin. Each face has its own sign for it: an exit
 * code, a colour, a sentence.
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

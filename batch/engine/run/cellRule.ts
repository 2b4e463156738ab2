import type { Cell, ResultColumn, ResultValue } from '../../../sheets/sheet.js';
import { isSameValue } from './sameValue.js';

/** What to do with a cell in a column of ours. */
export type CellVerdict =
  /** It takes the value, or is emptied when there is none. */
  | 'write'
  /** It has the value already. */
  | 'leave'
  /** A person wrote it. */
  | 'theirs';

/** A cell in a column of ours. */
export interface OwnCell {
  /** Its current content. */
  readonly current: Cell | undefined;
  readonly wanted: ResultValue;
  readonly kind: ResultColumn['kind'];
  /** True for what an earlier run may have written there. */
  readonly mayBeOurs: (current: Cell) => boolean;
}

/**
 * What to do with a cell of ours: an empty one is filled, what we wrote before is replaced or
 * cleared, and what a person wrote is kept.
 */
export function verdictOn({ current, wanted, kind, mayBeOurs }: OwnCell): CellVerdict {
  if (current === undefined) return wanted === undefined ? 'leave' : 'write';
  if (isSameValue(current, wanted, kind)) return 'leave';
  return mayBeOurs(current) ? 'write' : 'theirs';
}

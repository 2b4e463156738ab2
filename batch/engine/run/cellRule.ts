import type { Cell, ResultColumn, ResultValue } from '../../../sheets/sheet.js';
import { isSameValue } from './sameValue.js';

/** What becomes of a cell in a column of ours. */
export type CellVerdict =
  /** It takes the value, or is emptied when there is none. */
  | 'write'
  /** It has the value already. */
  | 'leave'
  /** A person wrote it. */
  | 'theirs';

/** A cell in a column of ours. */
export interface OwnCell {
  /** What stands there now. */
  readonly current: Cell | undefined;
  readonly wanted: ResultValue;
  readonly kind: ResultColumn['kind'];
  /** True for what an earlier run may have written there. */
  readonly mayBeOurs: (current: Cell) => boolean;
}

/**
 * What becomes of a cell of ours: an empty one is filled, what we wrote before is replaced or emptied,
 * and what a person wrote stays.
 */
export function verdictOn({ current, wanted, kind, mayBeOurs }: OwnCell): CellVerdict {
  if (current === undefined) return wanted === undefined ? 'leave' : 'write';
  if (isSameValue(current, wanted, kind)) return 'leave';
  return mayBeOurs(current) ? 'write' : 'theirs';
}

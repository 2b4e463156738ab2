import type { DateOrder } from '../../../src/dateText.js';
import type { ValueText } from './valueMessages.js';

/**
 * What to do about ambiguous dates in a column whose other dates show their order, or those of other
 * columns do (`all`). None of those shows it where the sets are empty.
 */
export function remedyBeside(
  orders: ReadonlySet<DateOrder>,
  all: ReadonlySet<DateOrder> = orders,
): ValueText | undefined {
  const [only, other] = all;
  if (only === undefined) return undefined;
  const [order, another] = orders;
  const ofColumn = another === undefined ? order : undefined;
  if (other !== undefined) return { code: 'datesContradict', order: ofColumn };
  return ofColumn === undefined
    ? { code: 'datesOfOtherColumns', order: only }
    : { code: 'datesOfColumn', order: only };
}

import type { DateOrder } from '../../../src/dateText.js';
import type { ValueText } from './valueMessages.js';

/**
 * Returns the remedy for ambiguous dates from the orders that the column's other dates show, or
 * else those of all columns (`all`). Returns undefined if no date shows an order.
 */
export function chooseDateRemedy(
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

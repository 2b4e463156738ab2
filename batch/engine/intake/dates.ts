import { type DateOrder, unclearDateRemedy } from '../../../src/dateText.js';

const inWords: Readonly<Record<DateOrder, string>> = { dmy: 'day first', mdy: 'month first' };

/** What to do about a date that is two different days: the order of all dates of a sheet is an option. */
export function ambiguousRemedy(date: string): string {
  const say = 'Say --date-format dmy (day first) or --date-format mdy (month first).';
  // A convention, and no more than that: a wrong guess would be another day, and another score.
  return date.includes('.') ? `With dots, the day mostly comes first. ${say}` : say;
}

/**
 * What to do about ambiguous dates in a column whose other dates show their order, or those of other
 * columns do (`all`). None of those shows it where the sets are empty.
 */
export function remedyBeside(
  orders: ReadonlySet<DateOrder>,
  all: ReadonlySet<DateOrder> = orders,
): string | undefined {
  if (all.size === 0) return undefined;
  const [order, another] = orders;
  if (order !== undefined && another === undefined && all.size === 1) {
    return `The others in this column are ${inWords[order]}: add --date-format ${order}.`;
  }
  const [only] = all;
  if (all.size === 1 && only !== undefined) {
    return `The dates of other columns are ${inWords[only]}: if this one is too, add --date-format ${only}. ${unclearDateRemedy}`;
  }
  return order !== undefined && another === undefined
    ? `The others in this column are ${inWords[order]}, but other columns are not. ${unclearDateRemedy}`
    : `The dates of this sheet are of both orders, so this one cannot be told. ${unclearDateRemedy}`;
}

/** A date cell's ISO text in the contract's shape. */
export function fromDateCell(iso: string): string {
  const [day = '', time = '00:00:00'] = iso.split('T');
  return `${day}T${time}.000Z`;
}

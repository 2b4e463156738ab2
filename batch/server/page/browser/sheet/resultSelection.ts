import { place } from '../app/location.js';

/** The query parameters of the filters by value. The server uses the same names. */
export const filterNames = [
  'destination',
  'purpose',
  'status',
  'decision',
  'risk',
  'atLeast',
] as const;
const names = ['filter', 'q', ...filterNames] as const;

/** The order of the rows if the address has none. */
export const defaultSort = 'risk';

/** The change of the query that removes all filters. */
export const clearedFilters: Readonly<Record<string, null>> = Object.fromEntries(
  names.map((name) => [name, null] as const),
);

/** Returns the parameters that select the shown rows; empty if all rows are shown. */
export function readSelection(): URLSearchParams {
  const { query } = place.value;
  const hasLimit = (query.get('atLeast') ?? '') !== '';
  return new URLSearchParams(
    names.flatMap((name) => {
      const value = query.get(name) ?? '';
      // A risk selects nothing until its least value is chosen.
      return value === '' || (name === 'risk' && !hasLimit) ? [] : [[name, value]];
    }),
  );
}

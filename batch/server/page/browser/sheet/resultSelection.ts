import { place } from '../app/location.js';

/** The query parameters of the filters in which a value is chosen. The server uses the same names. */
export const filterNames = [
  'destination',
  'purpose',
  'status',
  'decision',
  'risk',
  'atLeast',
] as const;
const parameterNames = ['filter', 'q', ...filterNames] as const;

/** The order of the rows if the address has none. */
export const defaultSort = 'risk';

/** The change of the query that removes all filters and the search. */
export const clearedFilters: Readonly<Record<string, null>> = Object.fromEntries(
  parameterNames.map((name) => [name, null] as const),
);

/** Returns the query parameters that select the shown rows; empty if all rows are shown. */
export function readSelection(): URLSearchParams {
  const { query } = place.value;
  const hasMinScore = (query.get('atLeast') ?? '') !== '';
  return new URLSearchParams(
    parameterNames.flatMap((name) => {
      const value = query.get(name) ?? '';
      // The choice of a risk filters nothing until a minimum score is chosen for it.
      return value === '' || (name === 'risk' && !hasMinScore) ? [] : [[name, value]];
    }),
  );
}

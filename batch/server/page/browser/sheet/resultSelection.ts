import { place } from '../app/location.js';

/** The query parameters of the filters in which a member chooses a value. The API uses the same names. */
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

/** The changes to the query parameters that remove all filters and the search. */
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
      // A risk does not filter the rows until a minimum score is chosen for it.
      return value === '' || (name === 'risk' && !hasMinScore) ? [] : [[name, value]];
    }),
  );
}

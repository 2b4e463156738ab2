import { place } from '../app/location.js';

/** The address and the API use the same names. */
export const filterNames = [
  'destination',
  'purpose',
  'status',
  'decision',
  'risk',
  'atLeast',
] as const;
const parameterNames = ['filter', 'q', ...filterNames] as const;

export const defaultSort = 'risk';

export const clearedFilters: Readonly<Record<string, null>> = Object.fromEntries(
  parameterNames.map((name) => [name, null] as const),
);

/** Returns no parameters if all rows are shown. */
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

import { place } from '../app/location.js';

/** The parameters of the address that select rows by one value, as the server names them, too. */
export const traitNames = [
  'destination',
  'purpose',
  'status',
  'decision',
  'risk',
  'atLeast',
] as const;
const names = ['filter', 'q', ...traitNames] as const;

/** The changes of the address that show all rows. */
export const allRows: Readonly<Record<string, null>> = Object.fromEntries(
  names.map((name) => [name, null] as const),
);

/** Returns the parameters that select the rows which are shown; none if these are all. */
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

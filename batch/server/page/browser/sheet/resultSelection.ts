import { place } from '../app/location.js';

/** The parameters of the address that select rows, as the server names them, too. */
const names = ['filter', 'q', 'destination', 'decision'] as const;

/** The changes of the address that show all rows. */
export const allRows = { filter: null, q: null, destination: null, decision: null } as const;

/** Returns the parameters that select the rows which are shown; none if these are all. */
export function readSelection(): URLSearchParams {
  const { query } = place.value;
  return new URLSearchParams(
    names.flatMap((name) => {
      const value = query.get(name) ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}

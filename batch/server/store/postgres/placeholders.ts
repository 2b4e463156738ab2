import type { NamedValues, SqlValue } from '../store.js';

/** A statement as Postgres takes it, and where its values come from. */
export interface Translated {
  readonly text: string;
  /** For `$1`, `$2`, …: a name, or the place among the values that are given. */
  readonly sources: readonly (string | number)[];
}

/** What is no code (texts, names in quotes, comments), and places for values: `?`, `?1`, `$name`, `$1`. */
const parts =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|\?(\d*)|\$(\d+)|\$([A-Za-z_]\w*)/g;

/** Numbers the places of a statement that is written for SQLite. */
export function translated(sql: string): Translated {
  const sources: (string | number)[] = [];
  const placeOf = (source: string | number): string => {
    const known = sources.indexOf(source);
    if (known >= 0) return `$${known + 1}`;
    sources.push(source);
    return `$${sources.length}`;
  };
  let highest = 0;
  const text = sql.replaceAll(
    parts,
    (whole: string, numbered?: string, own?: string, name?: string) => {
      if (name !== undefined) return placeOf(name);
      const number = numbered ?? own;
      if (number === undefined) return whole;
      // As in SQLite, one without a number is the one after the highest so far.
      const place = number === '' ? highest + 1 : Number(number);
      highest = Math.max(highest, place);
      return placeOf(place - 1);
    },
  );
  return { text, sources };
}

/** The values of a statement in the order of its places. */
export function valuesFor(
  { sources }: Translated,
  given: readonly (SqlValue | NamedValues)[],
): SqlValue[] {
  const [first] = given;
  const byName = isNamed(first) ? first : undefined;
  return sources.map((source) => {
    const value = byName === undefined ? given[source as number] : byName[source];
    if (value === undefined) throw new TypeError(`A value is missing: ${String(source)}.`);
    return value as SqlValue;
  });
}

function isNamed(value: SqlValue | NamedValues | undefined): value is NamedValues {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}

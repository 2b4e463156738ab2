import { type MatchChoice, matchChoice, type Matching, matching } from '../api/shapes.js';
import type { Store } from './store.js';

/** How a sheet is built and matched; what is not understood in its rows stands beside it. */
export type StoredMatching = Omit<Matching, 'valuesToSettle' | 'isRemembered'>;

/** Stores the choices of a person for a sheet, or those that were remembered. */
export function setMatch(
  { db }: Store,
  sheet: string,
  match: MatchChoice,
  { isRemembered }: Pick<Matching, 'isRemembered'>,
): void {
  db.prepare('UPDATE sheet SET match = ?, is_remembered = ? WHERE id = ? AND file IS NOT NULL').run(
    ...[JSON.stringify(match), isRemembered ? 1 : 0, sheet],
  );
}

/** Stores how a sheet is built and matched now; not of one that was deleted meanwhile: it has the first rows. */
export function setMatching({ db }: Store, sheet: string, found: StoredMatching): void {
  db.prepare('UPDATE sheet SET inspection = ? WHERE id = ? AND file IS NOT NULL').run(
    JSON.stringify(found),
    sheet,
  );
}

/** How a sheet is built and matched; undefined before it was inspected. */
export function matchingOf({ db }: Store, sheet: string): Matching | undefined {
  const found = db
    .prepare('SELECT inspection, values_to_settle, is_remembered FROM sheet WHERE id = ?')
    .get(sheet);
  if (typeof found?.inspection !== 'string') return undefined;
  return matching.parse({
    ...(JSON.parse(found.inspection) as object),
    valuesToSettle: JSON.parse(found.values_to_settle as string) as unknown,
    isRemembered: found.is_remembered === 1,
  });
}

/** Stores what identifies the headings of a sheet, as they were found without a choice. */
export function setHeadingsKey({ db }: Store, sheet: string, key: string | undefined): void {
  db.prepare('UPDATE sheet SET headings_key = ? WHERE id = ? AND file IS NOT NULL').run(
    key ?? null,
    sheet,
  );
}

/** Remembers the choices of a sheet for the next one with the same headings. */
export function rememberMatch({ db }: Store, sheet: string, match: MatchChoice, at: string): void {
  db.prepare(
    `INSERT INTO remembered_match (headings_key, match, at)
     SELECT headings_key, ?, ? FROM sheet WHERE id = ? AND headings_key IS NOT NULL
     ON CONFLICT (headings_key) DO UPDATE SET match = excluded.match, at = excluded.at`,
  ).run(JSON.stringify(match), at, sheet);
}

/** The choices that were made for a sheet with these headings. */
export function rememberedMatch({ db }: Store, key: string | undefined): MatchChoice | undefined {
  if (key === undefined) return undefined;
  const found = db.prepare('SELECT match FROM remembered_match WHERE headings_key = ?').get(key);
  return found === undefined ? undefined : matchChoice.parse(JSON.parse(found.match as string));
}

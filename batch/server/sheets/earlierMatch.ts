// The choice for an earlier version of a sheet, which had other columns besides the matched ones.
import { normalizeHeading } from '../../engine/intake/headingNames.js';
import type { SheetInspection } from '../../engine/intake/sheetInspection.js';
import { sanitize } from '../../../src/sanitized.js';
import { type MatchChoice, matchChoice } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import type { StoredMatching } from './matchStore.js';

/** The most sheets to look at: an earlier version of a sheet is mostly among the latest. */
const maxSheets = 20;

/**
 * Returns the latest choice for a sheet whose matched columns each have a heading that this sheet has, too, and that
 * both have only once. The choice has only the columns with these headings here.
 */
export async function findEarlierMatch(
  { db }: Store,
  found: SheetInspection,
): Promise<MatchChoice | undefined> {
  const earlier = await db
    .selectFrom('sheet')
    .select(['match', 'inspection'])
    .where('match', 'is not', null)
    .where('inspection', 'is not', null)
    .orderBy('uploaded_at', 'desc')
    .limit(maxSheets)
    .execute();
  for (const { match, inspection } of earlier) {
    const choice = matchChoice.parse(JSON.parse(match ?? ''));
    const adapted = adaptMatch(choice, JSON.parse(inspection ?? '') as StoredMatching, found);
    if (adapted !== undefined) return adapted;
  }
  return undefined;
}

function adaptMatch(
  choice: MatchChoice,
  earlier: StoredMatching,
  found: SheetInspection,
): MatchChoice | undefined {
  if (earlier.misfit !== null) return undefined;
  const earlierColumns = listHeadings(earlier);
  const foundColumns = listHeadings(found);
  const newLetters = new Map(
    Array.from(earlierColumns, ([heading, letter]) => [letter, foundColumns.get(heading)]),
  );
  const columns: Record<string, string | null> = {};
  for (const { name, column, value } of earlier.fields) {
    if (column === null || value !== null) continue;
    const letter = newLetters.get(column);
    if (letter === undefined) return undefined;
    columns[name] = letter;
  }
  // A field that was matched with no column can have one among the new columns.
  const known = new Set(newLetters.values());
  for (const [name, column] of Object.entries(choice.columns)) {
    const now = found.inputs.find((input) => input.name === name)?.column;
    if (column === null && (now === undefined || known.has(now))) columns[name] = null;
  }
  // Not the values for all rows, because a sheet for another purpose can have the same headings.
  return matchChoice.parse({ worksheet: found.sheet, headerRow: found.headerRow, columns });
}

/** Returns the letters of the columns by their headings, for headings that the sheet has once. */
function listHeadings({ columns }: Pick<SheetInspection, 'columns'>): ReadonlyMap<string, string> {
  const groups = Map.groupBy(columns, ({ heading }) => normalizeHeading(sanitize(heading)));
  groups.delete('');
  return new Map(
    Array.from(groups).flatMap(([heading, [column, ...others]]) =>
      column === undefined || others.length > 0 ? [] : [[heading, column.letter] as const],
    ),
  );
}

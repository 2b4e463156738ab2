import type { Row, rowFilters, rowSorts } from '../api/shapes.js';
import type { RowCursor } from './rowCursor.js';
import { wordsOf } from './dialects.js';
import { searchable } from './rowStore.js';
import { rowColumns, rowsFrom } from './storedRows.js';
import type { SqlValue, Store } from './store.js';

/** Which rows are shown. */
export type RowFilter = (typeof rowFilters)[number];
/** In which order. Rows with the same value follow each other by their number. */
export type RowSort = (typeof rowSorts)[number];

/** What is asked of the rows of a sheet. */
export interface RowQuery {
  readonly filter: RowFilter;
  /** Part of the Employee ID, the destination or the purpose, whatever its case; empty for all. */
  readonly search: string;
  readonly sort: RowSort;
  /** The last row of the page before. */
  readonly after: RowCursor | undefined;
  readonly limit: number;
}

/** The rows of a page, and where the next one begins. */
export interface RowPage {
  readonly rows: readonly Row[];
  readonly next: RowCursor | undefined;
}

/** The conditions of the filters. `risk_sort` is the negative risk as it is shown. */
const filters: Readonly<Record<RowFilter, string>> = {
  all: 'TRUE',
  high: 'risk_sort <= -7',
  risen: "change_sort < 0 AND status = 'Scored'",
  undecided: "status = 'Scored' AND coalesce(decision, 'Pending') = 'Pending'",
  settle: "status = 'Unconfirmed'",
  problems: "status IN ('Invalid', 'Duplicate')",
  pending: "status = 'Pending'",
  rejected: "status = 'Rejected'",
  unsent: "status = 'Not sent'",
  scored: "status = 'Scored'",
};

/** The columns that sort, and the indexes that have them in order, with all that a filter asks. */
const sorts: Readonly<Record<RowSort, { readonly column: string; readonly index: string }>> = {
  row: { column: 'number', index: 'row_by_number' },
  risk: { column: 'risk_sort', index: 'row_by_risk' },
  change: { column: 'change_sort', index: 'row_by_change' },
  person: { column: 'person_sort', index: 'row_by_person' },
  destination: { column: 'destination_sort', index: 'row_by_destination' },
};

/** One page of rows. It begins where the page before ended, whatever was added meanwhile. */
export function rowPage(store: Store, sheet: string, query: RowQuery): RowPage {
  const { filter, search, sort, after, limit } = query;
  const words = wordsOf(store);
  const { column, index } = sorts[sort];
  const where = [`sheet = ?`, filters[filter]];
  const values: SqlValue[] = [sheet];
  const wanted = searchable(search.trim());
  if (wanted !== '') {
    where.push(`${words.placeIn}(search, ?) > 0`);
    values.push(wanted);
  }
  if (after !== undefined) {
    where.push(`(${column}, number) > (?, ?)`);
    values.push(after.value, after.number);
  }
  const found = store.db
    .prepare(
      `SELECT ${rowColumns}, page.value AS sort_value FROM (
        SELECT number AS n, ${column} AS value
        FROM row ${words.indexedBy(wanted === '' ? index : 'row_by_number')}
        WHERE ${where.join(' AND ')} ORDER BY ${column}, number LIMIT ?
      ) AS page LEFT JOIN row ON row.sheet = ? AND row.number = page.n
      ORDER BY page.value, page.n`,
    )
    .all(...values, limit + 1, sheet);
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    rows: rowsFrom(store, found.slice(0, limit)),
    next:
      last === undefined
        ? undefined
        : { value: last.sort_value as string | number, number: last.number as number },
  };
}

/** How many rows each filter finds. What goes by the status alone is counted once for all of these filters. */
export function rowCounts(store: Store, sheet: string): Record<RowFilter, number> {
  const { indexedBy } = wordsOf(store);
  const counts = Object.entries(filters).map(([name, condition]) => {
    const index = indexes[name as RowFilter];
    const count =
      index === undefined
        ? `coalesce(sum(rows) FILTER (WHERE ${condition}), 0)`
        : `(SELECT count(*) FROM row ${indexedBy(index)} WHERE sheet = ?1 AND ${condition})`;
    return `${count} AS "${name}"`;
  });
  const found = store.db
    .prepare(
      `SELECT ${counts.join(', ')} FROM (
        SELECT status, decision, count(*) AS rows
        FROM row ${indexedBy('row_by_status')} WHERE sheet = ?1 GROUP BY status, decision
      ) AS by_status`,
    )
    .get(sheet);
  return found as Record<RowFilter, number>;
}

/** The indexes of what does not go by the status alone. */
const indexes: Partial<Record<RowFilter, string>> = { high: 'row_by_risk', risen: 'row_by_change' };

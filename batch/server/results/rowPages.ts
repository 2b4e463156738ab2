import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Row, rowFilters, rowSorts } from '../contract/shapes.js';
import { indexedBy, placeIn } from '../db/dialect.js';
import type { Store } from '../db/store.js';
import type { RowCursor } from './rowCursor.js';
import { searchable } from './rowStore.js';
import { shownColumns, type ShownLine, toRows } from './storedRows.js';

/** Which rows are shown. */
export type RowFilter = (typeof rowFilters)[number];
/** In which order. Rows with the same value follow each other by their number. */
export type RowSort = (typeof rowSorts)[number];

/** A query for rows of a sheet. */
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
const filters: Readonly<Record<RowFilter, RawBuilder<SqlBool>>> = {
  all: sql`TRUE`,
  high: sql`risk_sort <= -7`,
  risen: sql`change_sort < 0 AND status = 'Scored'`,
  undecided: sql`status = 'Scored' AND coalesce(decision, 'Pending') = 'Pending'`,
  settle: sql`status = 'Unconfirmed'`,
  problems: sql`status IN ('Invalid', 'Duplicate')`,
  pending: sql`status = 'Pending'`,
  rejected: sql`status = 'Rejected'`,
  unsent: sql`status = 'Not sent'`,
  scored: sql`status = 'Scored'`,
};

/** Filters that need an index other than `row_by_status`. */
const indexes: Partial<Record<RowFilter, string>> = { high: 'row_by_risk', risen: 'row_by_change' };

/** The columns that sort, and the indexes that have them in order, with all that a filter asks. */
const sorts = {
  row: { column: 'number', index: 'row_by_number' },
  risk: { column: 'risk_sort', index: 'row_by_risk' },
  change: { column: 'change_sort', index: 'row_by_change' },
  person: { column: 'person_sort', index: 'row_by_person' },
  destination: { column: 'destination_sort', index: 'row_by_destination' },
} as const satisfies Record<RowSort, object>;

/** Returns one page of rows. It begins where the page before ended, whatever was added meanwhile. */
export async function rowPage(store: Store, sheet: string, query: RowQuery): Promise<RowPage> {
  const { filter, search, sort, after, limit } = query;
  const column = sql.ref<string | number>(sorts[sort].column);
  const wanted = searchable(search.trim());
  const index = indexedBy(store, wanted === '' ? sorts[sort].index : 'row_by_number');
  const isFound =
    wanted === '' ? sql`` : sql`AND ${placeIn(store, sql.ref<string>('search'), wanted)} > 0`;
  const isAfter =
    after === undefined ? sql`` : sql`AND (${column}, number) > (${after.value}, ${after.number})`;
  const { rows: found } = await sql<ShownLine & { readonly sort_value: string | number }>`
    SELECT ${shownColumns}, page.value AS sort_value FROM (
      SELECT number AS n, ${column} AS value FROM row ${index}
      WHERE sheet = ${sheet} AND ${filters[filter]} ${isFound} ${isAfter}
      ORDER BY ${column}, number LIMIT ${limit + 1}
    ) AS page LEFT JOIN row ON row.sheet = ${sheet} AND row.number = page.n
    ORDER BY page.value, page.n`.execute(store.db);
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    rows: await toRows(store, found.slice(0, limit)),
    next: last === undefined ? undefined : { value: last.sort_value, number: last.number },
  };
}

/** Counts the rows of each filter. One pass counts all filters that depend on the status alone. */
export async function rowCounts(store: Store, sheet: string): Promise<Record<RowFilter, number>> {
  const counts = Object.entries(filters).map(([name, condition]) => {
    const index = indexes[name as RowFilter];
    const count =
      index === undefined
        ? sql`coalesce(sum(rows) FILTER (WHERE ${condition}), 0)`
        : sql`(SELECT count(*) FROM row ${indexedBy(store, index)} WHERE sheet = ${sheet} AND ${condition})`;
    return sql`CAST(${count} AS INTEGER) AS ${sql.id(name)}`;
  });
  const { rows } = await sql<Record<RowFilter, number>>`
    SELECT ${sql.join(counts)} FROM (
      SELECT status, decision, count(*) AS rows
      FROM row ${indexedBy(store, 'row_by_status')} WHERE sheet = ${sheet} GROUP BY status, decision
    ) AS by_status`.execute(store.db);
  const [found] = rows;
  if (found === undefined) throw new Error('An aggregate without groups returns one row.');
  return found;
}

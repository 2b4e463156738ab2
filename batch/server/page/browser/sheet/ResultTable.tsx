import { useEffect, useRef, useState } from 'preact/hooks';
import type { Row, RowList, SavedViewList, Sheet } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { ask } from '../app/api.js';
import { changeQuery, place } from '../app/location.js';
import { overallRisk } from '../app/riskNames.js';
import { announce } from '../app/announce.js';
import { t } from '../language/language.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Empty, QueryPlaceholder } from '../parts/Notes.js';
import { getApiPath } from './sheetPaths.js';
import { clearedFilters, defaultSort, readSelection } from './resultSelection.js';
import { ColumnMenu } from './ColumnMenu.js';
import { ResultFilters } from './ResultFilters.js';
import { useTableFit } from '../app/fits.js';
import { usePreference } from '../app/preference.js';
import { SelectionBar } from './SelectionBar.js';
import { Shortcuts } from './Shortcuts.js';
import { ViewMenu, viewsPath } from './ViewMenu.js';
import { listColumns, type ResultColumn } from './resultColumns.js';
import { ResultRow } from './ResultRow.js';

const pageSize = 50;
/** The limit of the server. */
const maxPageSize = 500;
const refreshMs = 1500;

/** Maps row numbers to the rows as they were when they were selected. */
export type Selection = ReadonlyMap<number, Row>;

export function ResultTable({
  sheet,
  rows: changedRows,
  version,
  labels,
  destinations,
  selected,
  deselected,
  select,
  decide,
  shownRow,
}: {
  sheet: Sheet;
  /** A new array loads the list again, even with equal rows. */
  rows: readonly Row[];
  /** Each change of this number loads the list again at once. */
  version: number;
  labels: Readonly<Record<string, string>>;
  destinations: readonly string[];
  selected: Selection;
  /** The number of rows that are no longer selected, because the filter has changed. */
  deselected: number;
  select: (rows: Selection) => void;
  decide: () => void;
  /** 0 for none. */
  shownRow: number;
}) {
  const { query } = place.value;
  const filter = query.get('filter') ?? 'all';
  const sort = query.get('sort') ?? defaultSort;
  const isReversed = query.get('reverse') === 'true';
  const search = query.get('q') ?? '';
  const selection = readSelection();
  const isFiltered = selection.size > 0;
  const parameters = new URLSearchParams([
    ...selection,
    ['sort', sort],
    ...(isReversed ? [['reverse', 'true']] : []),
  ]);
  const path = `${getApiPath(sheet)}/rows?${parameters.toString()}`;
  const shownPath = useRef(path);
  shownPath.current = path;
  const listQuery = useQuery<RowList>(path, {
    keepsPrevious: true,
    dependsOn: [version],
    fetchData: fetchShownRows,
  });
  const { data, error, isLoading, isPrevious, refetch, setData } = listQuery;
  /** 0 for none. */
  const lastClicked = useRef(0);
  const { box, doesFit } = useTableFit();
  const [hidden, hide] = usePreference('columns');
  const views = useQuery<SavedViewList>(viewsPath);

  const latestRows = useRef(changedRows);
  latestRows.current = changedRows;
  const [loadedRows, setLoadedRows] = useState(changedRows);
  const hasChanges = changedRows !== loadedRows;
  // Further changes do not restart the timer: during a run, it would never fire. It does not start during a load: a new
  // load would replace the unfinished one, and a slow load would never end.
  useEffect(() => {
    if (!hasChanges || isLoading) return undefined;
    const timer = window.setTimeout(() => {
      setLoadedRows(latestRows.current);
      refetch();
    }, refreshMs);
    return () => {
      window.clearTimeout(timer);
    };
  }, [hasChanges, isLoading, refetch]);

  if (data === undefined) {
    return (
      <div class="stack">
        <QueryPlaceholder query={listQuery} text={t(($) => $.results.table.loading)} />
        {/* The address may contain a filter that does not exist. */}
        {error !== undefined && isFiltered && <ShowAll />}
      </div>
    );
  }
  const { rows: shown } = data;
  const showMore = async () => {
    const list = await fetchRows(path, shown.length + pageSize);
    // The member may have chosen another filter or order meanwhile.
    if (shownPath.current === path) setData(list);
  };
  const selectRow = (clicked: Row, isOn: boolean, isRange: boolean) => {
    const numbers = shown.map(({ row }) => row);
    const ends = [numbers.indexOf(lastClicked.current), numbers.indexOf(clicked.row)];
    lastClicked.current = clicked.row;
    const hasRange = isRange && !ends.includes(-1);
    const range = hasRange ? shown.slice(Math.min(...ends), Math.max(...ends) + 1) : [clicked];
    const rows = new Map(selected);
    for (const row of range) {
      rows.delete(row.row);
      if (isOn) rows.set(row.row, row);
    }
    select(rows);
  };
  const areAllSelected = shown.every(({ row }) => selected.has(row));
  const selectMatching = async () => {
    const { rows } = await fetchRows(path, Infinity);
    if (shownPath.current !== path) return;
    select(new Map(rows.map((row) => [row.row, row])));
    announce(t(($) => $.results.selection.announced, { count: rows.length }));
  };
  const risks = Object.entries(labels).filter(([name]) => name !== overallRisk);
  const columns = listColumns(risks);
  return (
    <>
      {selected.size + deselected > 0 && (
        <SelectionBar
          rows={selected.size}
          deselected={deselected}
          decide={decide}
          clear={() => {
            select(new Map());
          }}
        >
          {areAllSelected && data.next !== null && selected.size <= shown.length && (
            <ActionButton kind="small" act={selectMatching}>
              {t(($) => $.results.selection.selectAll, {
                count: data.counts[filter as keyof RowList['counts']],
              })}
            </ActionButton>
          )}
        </SelectionBar>
      )}
      <section
        class="card results"
        aria-label={t(($) => $.results.table.title)}
        aria-busy={isLoading}
      >
        <ResultFilters
          counts={data.counts}
          filter={filter}
          sort={isReversed ? '' : sort}
          search={search}
          destinations={destinations}
          labels={labels}
        >
          <ViewMenu views={views} hidden={hidden} hide={hide} />
          <ColumnMenu columns={columns} hidden={hidden} hide={hide} />
          <Shortcuts
            onEscape={() => {
              if (shownRow > 0) changeQuery({ row: null });
              else select(new Map());
            }}
          />
        </ResultFilters>
        {shown.length === 0 ? (
          <Empty title={t(($) => $.results.table.none)}>{isFiltered && <ShowAll />}</Empty>
        ) : (
          <div
            class={`scroll ${doesFit ? 'fits' : ''}`}
            ref={box}
            onClickCapture={(event) => {
              // The filter may exclude the shown rows while the new rows are loading.
              if (!isPrevious || !(event.target instanceof HTMLInputElement)) return;
              event.preventDefault();
              event.stopPropagation();
            }}
          >
            <table>
              <caption class="unseen">{t(($) => $.results.table.caption)}</caption>
              <TableHead
                columns={columns.filter(({ name }) => !hidden.includes(name))}
                sort={sort}
                isReversed={isReversed}
                areAllSelected={areAllSelected}
                selectAll={(isOn) => {
                  select(new Map(isOn ? shown.map((row) => [row.row, row]) : []));
                }}
              />
              <tbody>
                {shown.map((row) => (
                  <ResultRow
                    key={row.row}
                    row={row}
                    risks={risks}
                    hidden={hidden}
                    isShown={row.row === shownRow}
                    isSelected={selected.has(row.row)}
                    select={(isOn, isRange) => {
                      selectRow(row, isOn, isRange);
                    }}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
        {data.next !== null && (
          <div class="pager">
            <ActionButton act={showMore}>{t(($) => $.results.table.showMore)}</ActionButton>
          </div>
        )}
      </section>
    </>
  );
}

function fetchShownRows(path: string, shown: RowList | undefined): Promise<RowList> {
  return fetchRows(path, Math.max(pageSize, shown?.rows.length ?? 0));
}

/** `next` is the cursor for the rows after these, or null if there are none. */
async function fetchRows(path: string, maxRows: number): Promise<RowList> {
  // A row that moves in the list meanwhile can be in two responses.
  const rows = new Map<number, Row>();
  let after = '';
  for (;;) {
    const limit = Math.min(maxRows - rows.size, maxPageSize);
    const list = await ask<RowList>('GET', `${path}&limit=${limit}${after}`);
    for (const row of list.rows) rows.set(row.row, row);
    if (list.next === null || rows.size >= maxRows) return { ...list, rows: [...rows.values()] };
    after = `&after=${encodeURIComponent(list.next)}`;
  }
}

function ShowAll() {
  return (
    <button
      type="button"
      class="button small"
      onClick={() => {
        changeQuery(clearedFilters);
      }}
    >
      {t(($) => $.results.table.showAll)}
    </button>
  );
}

function TableHead({
  columns,
  sort,
  isReversed,
  areAllSelected,
  selectAll,
}: {
  columns: readonly ResultColumn[];
  sort: string;
  isReversed: boolean;
  areAllSelected: boolean;
  selectAll: (isOn: boolean) => void;
}) {
  return (
    <thead>
      <tr>
        <th scope="col" class="pick">
          <label>
            <input
              type="checkbox"
              checked={areAllSelected}
              onChange={({ currentTarget }) => {
                selectAll(currentTarget.checked);
              }}
            />
            <span class="unseen">{t(($) => $.results.table.selectShown)}</span>
          </label>
        </th>
        {columns.map((column) => (
          <SortHead
            key={column.name}
            {...column}
            isSorted={column.name === sort}
            isReversed={isReversed}
          />
        ))}
      </tr>
    </thead>
  );
}

function SortHead({
  name,
  heading,
  kind = '',
  isAscending = false,
  isSorted,
  isReversed,
}: ResultColumn & {
  isSorted: boolean;
  isReversed: boolean;
}) {
  const direction = isAscending === isReversed ? 'descending' : 'ascending';
  return (
    <th scope="col" class={kind} aria-sort={isSorted ? direction : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => {
          changeQuery({ sort: name, reverse: isSorted && !isReversed ? 'true' : null });
        }}
      >
        {heading}
        {isSorted && <span aria-hidden="true">{direction === 'ascending' ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  );
}

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Row, RowList, SavedViewList, Sheet } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { ask } from '../app/api.js';
import { changeQuery, place } from '../app/location.js';
import { announce } from '../app/announce.js';
import { plural } from '../app/words.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Empty, Loading, ErrorNote } from '../parts/Notes.js';
import { apiPath } from './sheetPaths.js';
import { clearedFilters, defaultSort, readSelection } from './resultSelection.js';
import { ColumnMenu } from './ColumnMenu.js';
import { ResultFilters } from './ResultFilters.js';
import { useFits } from '../app/fits.js';
import { usePreference } from '../app/preference.js';
import { SelectionBar } from './SelectionBar.js';
import { Shortcuts } from './Shortcuts.js';
import { ViewMenu, viewPath } from './ViewMenu.js';
import { listColumns, type ResultColumn } from './resultColumns.js';
import { ResultLine } from './ResultLine.js';

const pageSize = 50;
/** The most rows that the server returns at a time. */
const largePage = 500;
/** During a run, the list is loaded again at most this often. */
const refreshMs = 1500;

/** The selected rows by their numbers, as they were when they were selected. */
export type Selection = ReadonlyMap<number, Row>;

/** The rows of the sheet: filtered, searched and sorted by the server, page by page. */
export function ResultTable({
  sheet,
  rows: changed,
  version,
  labels,
  destinations,
  selected,
  select,
  decide,
  shownRow,
}: {
  sheet: Sheet;
  rows: readonly Row[];
  version: number;
  labels: Readonly<Record<string, string>>;
  destinations: readonly string[];
  selected: Selection;
  select: (rows: Selection) => void;
  /** Begins a decision about the selected rows. */
  decide: () => void;
  shownRow: number;
}) {
  const { query } = place.value;
  const filter = query.get('filter') ?? 'all';
  const sort = query.get('sort') ?? defaultSort;
  const isReversed = query.get('reverse') === 'true';
  const search = query.get('q') ?? '';
  const selection = readSelection();
  const isNarrowed = selection.size > 0;
  const asked = new URLSearchParams([
    ...selection,
    ['sort', sort],
    ['limit', String(pageSize)],
    ...(isReversed ? [['reverse', 'true']] : []),
  ]);
  const path = `${apiPath(sheet)}/rows?${asked.toString()}`;
  const shownPath = useRef(path);
  shownPath.current = path;
  const { data, error, isLoading, refetch } = useQuery<RowList>(path, {
    keepsPrevious: true,
    dependsOn: [version],
  });
  const [more, setMore] = useState<{ path: string; rows: readonly Row[]; next: string | null }>();
  const added = more?.path === path ? more : undefined;
  /** The row whose box was clicked last. */
  const lastClicked = useRef(0);
  const { box, fits } = useFits();
  const [hidden, hide] = usePreference('columns');
  const views = useQuery<SavedViewList>(viewPath);

  const seen = useRef(changed);
  useEffect(() => {
    if (changed === seen.current) return;
    seen.current = changed;
    const timer = setTimeout(refetch, refreshMs);
    return () => {
      clearTimeout(timer);
    };
  }, [changed, refetch]);

  if (data === undefined) {
    return error === undefined ? (
      <Loading what="the results" />
    ) : (
      <div class="stack">
        <ErrorNote error={error} refetch={refetch} />
        {/* A link may have a filter that does not exist. */}
        {isNarrowed && <ShowAll />}
      </div>
    );
  }
  const next = added === undefined ? data.next : added.next;
  // A row that has moved between the pages is shown once.
  const first = new Set(data.rows.map(({ row }) => row));
  const shown = [...data.rows, ...(added?.rows ?? []).filter(({ row }) => !first.has(row))];
  const showMore = async () => {
    const page = await ask<RowList>('GET', `${path}&after=${encodeURIComponent(next ?? '')}`);
    setMore({ path, rows: [...(added?.rows ?? []), ...page.rows], next: page.next });
  };
  const selectRow = (clicked: Row, isOn: boolean, isRange: boolean) => {
    const numbers = shown.map(({ row }) => row);
    const ends = [numbers.indexOf(lastClicked.current), numbers.indexOf(clicked.row)];
    lastClicked.current = clicked.row;
    const isWhole = isRange && !ends.includes(-1);
    const range = isWhole ? shown.slice(Math.min(...ends), Math.max(...ends) + 1) : [clicked];
    const next = new Map(selected);
    for (const row of range) {
      next.delete(row.row);
      if (isOn) next.set(row.row, row);
    }
    select(next);
  };
  const isAll = shown.every(({ row }) => selected.has(row));
  const selectMatching = async () => {
    const all = new Map(shown.map((row) => [row.row, row]));
    const from = new URLSearchParams({ ...Object.fromEntries(asked), limit: String(largePage) });
    for (let after = next; after !== null;) {
      from.set('after', after);
      const page = await ask<RowList>('GET', `${apiPath(sheet)}/rows?${from.toString()}`);
      // The person has chosen another filter meanwhile.
      if (shownPath.current !== path) return;
      for (const row of page.rows) all.set(row.row, row);
      after = page.next;
    }
    select(all);
    announce(`${plural(all.size, 'row')} selected.`);
  };
  const risks = Object.entries(labels).filter(([name]) => name !== 'overallTrip');
  const columns = listColumns(risks);
  return (
    <>
      {selected.size > 0 && (
        <SelectionBar
          rows={selected.size}
          decide={decide}
          clear={() => {
            select(new Map());
          }}
        >
          {isAll && next !== null && selected.size <= shown.length && (
            <ActionButton kind="small" act={selectMatching}>
              Select all {plural(data.counts[filter as keyof RowList['counts']], 'row')} that match
            </ActionButton>
          )}
        </SelectionBar>
      )}
      <section class="card results" aria-label="Rows" aria-busy={isLoading}>
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
            leave={() => {
              if (shownRow > 0) changeQuery({ row: null });
              else select(new Map());
            }}
          />
        </ResultFilters>
        {error !== undefined && <ErrorNote error={error} refetch={refetch} />}
        {shown.length === 0 ? (
          <Empty title="No rows here">{isNarrowed && <ShowAll />}</Empty>
        ) : (
          <div class={`scroll ${fits ? 'fits' : ''}`} ref={box}>
            <table>
              <caption class="unseen">Rows with their risks, 0 to 10</caption>
              <Heads
                columns={columns.filter(({ name }) => !hidden.includes(name))}
                sort={sort}
                isReversed={isReversed}
                isAll={isAll}
                selectAll={(isOn) => {
                  select(new Map(isOn ? shown.map((row) => [row.row, row]) : []));
                }}
              />
              <tbody>
                {shown.map((row) => (
                  <ResultLine
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
        {next !== null && (
          <div class="pager">
            <ActionButton act={showMore}>Show more rows</ActionButton>
          </div>
        )}
      </section>
    </>
  );
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
      Show all rows
    </button>
  );
}

function Heads({
  columns,
  sort,
  isReversed,
  isAll,
  selectAll,
}: {
  columns: readonly ResultColumn[];
  sort: string;
  isReversed: boolean;
  isAll: boolean;
  selectAll: (isOn: boolean) => void;
}) {
  return (
    <thead>
      <tr>
        <th scope="col" class="pick">
          <label>
            <input
              type="checkbox"
              checked={isAll}
              onChange={({ currentTarget }) => {
                selectAll(currentTarget.checked);
              }}
            />
            <span class="unseen">Select all rows that are shown</span>
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

/** A heading that sorts the rows by its column, and once more in the opposite order. */
function SortHead({
  name,
  words,
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
        {words}
        {isSorted && <span aria-hidden="true">{direction === 'ascending' ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  );
}

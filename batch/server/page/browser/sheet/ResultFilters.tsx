import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { maxLengths } from '../../../contract/fieldBounds.js';
import type { RowList } from '../../../contract/shapes.js';
import { changeQuery } from '../app/location.js';
import { formatNumber } from '../app/words.js';
import { t } from '../language/language.js';
import { FilterChips, FilterMenu, listValueFilters } from './FilterMenu.js';

type Filter = keyof RowList['counts'];

const filters = [
  'all',
  'settle',
  'high',
  'risen',
  'undecided',
  'rejected',
  'problems',
  'pending',
  'unsent',
] as const satisfies readonly Filter[];
/** These filters are shown even if no row matches them, because a member may expect such rows. */
const alwaysShown = new Set<Filter>(['all', 'high', 'risen', 'undecided']);
const sorts = ['risk', 'change', 'row', 'person', 'destination'] as const;
const typingPauseMs = 250;

export function ResultFilters({
  counts,
  filter,
  sort,
  search,
  destinations,
  labels,
  children,
}: {
  counts: RowList['counts'];
  filter: string;
  sort: string;
  search: string;
  destinations: readonly string[];
  labels: Readonly<Record<string, string>>;
  children: ComponentChildren;
}) {
  const valueFilters = listValueFilters(destinations, labels);
  const [typedText, setTypedText] = useState(search);
  const appliedSearch = useRef(search);
  appliedSearch.current = search;
  useEffect(() => {
    if (typedText === appliedSearch.current) return;
    const timer = setTimeout(() => {
      changeQuery({ q: typedText });
    }, typingPauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [typedText]);
  // A button or a saved view that clears the search also clears this field.
  useEffect(() => {
    if (search === '') setTypedText('');
  }, [search]);
  return (
    <div class="filters">
      <input
        type="search"
        value={typedText}
        maxLength={maxLengths.search}
        placeholder={t(($) => $.filters.placeholder)}
        aria-label={t(($) => $.filters.search)}
        onInput={({ currentTarget }) => {
          setTypedText(currentTarget.value);
        }}
      />
      <label>
        <span class="unseen">{t(($) => $.filters.order)}</span>
        <select
          value={sort}
          onChange={({ currentTarget }) => {
            changeQuery({ sort: currentTarget.value, reverse: null });
          }}
        >
          {!sorts.some((name) => name === sort) && (
            <option value={sort} selected>
              {t(($) => $.filters.orders.heading)}
            </option>
          )}
          {sorts.map((name) => (
            <option key={name} value={name} selected={name === sort}>
              {t(($) => $.filters.orders[name])}
            </option>
          ))}
        </select>
      </label>
      <FilterMenu filters={valueFilters} />
      {children}
      <div class="pills" role="group" aria-label={t(($) => $.filters.show)}>
        {filters
          .filter((name) => alwaysShown.has(name) || name === filter || counts[name] > 0)
          .map((name) => (
            <button
              key={name}
              type="button"
              class="pill"
              aria-pressed={name === filter}
              onClick={() => {
                changeQuery({ filter: name === 'all' ? null : name });
              }}
            >
              {t(($) => $.filters.states[name])} <b>{formatNumber(counts[name])}</b>
            </button>
          ))}
      </div>
      <FilterChips filters={valueFilters} />
    </div>
  );
}

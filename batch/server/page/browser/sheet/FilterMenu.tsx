import { decisionStatuses } from '../../../../../src/decisionStatus.js';
import { purposes } from '../../../../../src/purposes.js';
import { changeQuery, place } from '../app/location.js';
import { statuses } from '../app/words.js';
import { Choice } from '../parts/Field.js';
import { Menu } from '../parts/Menu.js';
import { clearedFilters, readSelection, filterNames } from './resultSelection.js';

type FilterName = (typeof filterNames)[number];
type Options = readonly (readonly [value: string, words: string])[];

/** A filter by a value of the rows. */
interface Filter {
  readonly name: FilterName;
  readonly label: string;
  readonly options: Options;
}

/** The least risks that can be chosen. */
const limits = Array.from({ length: 10 }, (_, index) => String(10 - index));

/** Lists the filters for the rows of a sheet. */
export function listValueFilters(
  destinations: readonly string[],
  labels: Readonly<Record<string, string>>,
): readonly Filter[] {
  return [
    {
      name: 'destination',
      label: 'Destination',
      options: [['', 'All'], ...toOptions(destinations)],
    },
    { name: 'purpose', label: 'Purpose', options: [['', 'All'], ...toOptions(purposes)] },
    { name: 'status', label: 'Status', options: [['', 'All'], ...toOptions(statuses)] },
    {
      name: 'decision',
      label: 'Decision',
      options: [
        ['', 'All'],
        ...decisionStatuses.map(
          (status) => [status, status === 'Pending' ? 'No decision' : status] as const,
        ),
      ],
    },
    { name: 'risk', label: 'Risk', options: [['', 'Any risk'], ...Object.entries(labels)] },
    {
      name: 'atLeast',
      label: 'At least',
      options: [['', 'Any score'], ...toOptions(limits)],
    },
  ];
}

function toOptions(values: readonly string[]): Options {
  return values.map((value) => [value, value]);
}

/** Chooses the values of the filters. */
export function FilterMenu({ filters }: { filters: readonly Filter[] }) {
  const { query } = place.value;
  return (
    <Menu label="Filter" kind="of-filters">
      {filters.map(({ name, label, options }) => (
        <Choice
          key={name}
          label={label}
          value={query.get(name) ?? ''}
          options={options}
          change={(value) => {
            changeQuery({ [name]: value });
          }}
        />
      ))}
    </Menu>
  );
}

/** The active filters; a press removes one. */
export function FilterChips({ filters }: { filters: readonly Filter[] }) {
  const selection = readSelection();
  const words = (name: FilterName, value: string) =>
    filters
      .find((filter) => filter.name === name)
      ?.options.find(([option]) => option === value)?.[1] ?? value;
  const chips = filters.flatMap(({ name, label }): { name: FilterName; text: string }[] => {
    const value = selection.get(name);
    if (value === null || name === 'risk') return [];
    if (name !== 'atLeast') return [{ name, text: `${label}: ${words(name, value)}` }];
    return [{ name, text: `${words('risk', selection.get('risk') ?? '')}: at least ${value}` }];
  });
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters">
      {chips.map(({ name, text }) => (
        <li key={name}>
          <button
            type="button"
            class="pill"
            onClick={() => {
              changeQuery(name === 'atLeast' ? { atLeast: null, risk: null } : { [name]: null });
            }}
          >
            <span class="unseen">Remove </span>
            {text} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          class="button plain small"
          onClick={() => {
            changeQuery(clearedFilters);
          }}
        >
          Clear filters
        </button>
      </li>
    </ul>
  );
}

import { decisionStatuses } from '../../../../../src/decisionStatus.js';
import { purposes } from '../../../../../src/purposes.js';
import { changeQuery, place } from '../app/location.js';
import { statuses } from '../app/words.js';
import { Choice } from '../parts/Field.js';
import { Menu } from '../parts/Menu.js';
import { clearedFilters, readSelection, filterNames } from './resultSelection.js';

type FilterName = (typeof filterNames)[number];
type Options = readonly (readonly [value: string, text: string])[];

/** A filter by a value of the rows. */
interface Filter {
  readonly name: FilterName;
  readonly label: string;
  readonly options: Options;
}

/** The scores that can be chosen as the least one, from 10 to 1. */
const minScores = Array.from({ length: 10 }, (_, index) => String(10 - index));

/** Lists the filters for the rows of a sheet. */
export function listValueFilters(
  destinations: readonly string[],
  riskLabels: Readonly<Record<string, string>>,
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
    { name: 'risk', label: 'Risk', options: [['', 'Any risk'], ...Object.entries(riskLabels)] },
    {
      name: 'atLeast',
      label: 'At least',
      options: [['', 'Any score'], ...toOptions(minScores)],
    },
  ];
}

function toOptions(values: readonly string[]): Options {
  return values.map((value) => [value, value]);
}

/** A menu to choose the values of the filters. */
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
  const describeValue = (name: FilterName, value: string) =>
    filters
      .find((filter) => filter.name === name)
      ?.options.find(([option]) => option === value)?.[1] ?? value;
  const chips = filters.flatMap(({ name, label }): { name: FilterName; text: string }[] => {
    const value = selection.get(name);
    // A risk is part of the text for its least score.
    if (value === null || name === 'risk') return [];
    if (name !== 'atLeast') return [{ name, text: `${label}: ${describeValue(name, value)}` }];
    return [
      { name, text: `${describeValue('risk', selection.get('risk') ?? '')}: at least ${value}` },
    ];
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

import { decisionStatuses } from '../../../../../src/decisionStatus.js';
import { purposes } from '../../../../../src/purposes.js';
import { nameDecision } from '../app/decisionNames.js';
import { changeQuery, place } from '../app/location.js';
import { nameRowStatus } from '../app/rowStatusNames.js';
import { statuses } from '../app/words.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { Choice } from '../parts/Field.js';
import { Menu } from '../parts/Menu.js';
import { clearedFilters, readSelection, filterNames } from './resultSelection.js';

type FilterName = (typeof filterNames)[number];
type Options = readonly (readonly [value: string, text: string])[];

interface Filter {
  readonly name: FilterName;
  readonly label: string;
  readonly options: Options;
}

const minScores = Array.from({ length: 10 }, (_, index) => String(10 - index));

export function listValueFilters(
  destinations: readonly string[],
  riskLabels: Readonly<Record<string, string>>,
): readonly Filter[] {
  const all = ['', t(($) => $.filters.any)] as const;
  return [
    {
      name: 'destination',
      label: t(($) => $.filters.names.destination),
      options: [all, ...toOptions(destinations)],
    },
    {
      name: 'purpose',
      label: t(($) => $.filters.names.purpose),
      options: [all, ...toOptions(purposes)],
    },
    {
      name: 'status',
      label: t(($) => $.filters.names.status),
      options: [all, ...statuses.map((status) => [status, nameRowStatus(status)] as const)],
    },
    {
      name: 'decision',
      label: t(($) => $.filters.names.decision),
      options: [
        ['', t(($) => $.filters.anyDecision)],
        ...decisionStatuses.map(
          (status) =>
            [
              status,
              status === 'Pending' ? t(($) => $.filters.noDecision) : nameDecision(status),
            ] as const,
        ),
      ],
    },
    {
      name: 'risk',
      label: t(($) => $.filters.names.risk),
      options: [['', t(($) => $.filters.anyRisk)], ...Object.entries(riskLabels)],
    },
    {
      name: 'atLeast',
      label: t(($) => $.filters.names.atLeast),
      options: [['', t(($) => $.filters.anyScore)], ...toOptions(minScores)],
    },
  ];
}

function toOptions(values: readonly string[]): Options {
  return values.map((value) => [value, value]);
}

export function FilterMenu({ filters }: { filters: readonly Filter[] }) {
  const { query } = place.value;
  return (
    <Menu label={t(($) => $.filters.menu)} kind="of-filters">
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

export function FilterChips({ filters }: { filters: readonly Filter[] }) {
  const selection = readSelection();
  const describeValue = (name: FilterName, value: string) =>
    filters
      .find((filter) => filter.name === name)
      ?.options.find(([option]) => option === value)?.[1] ?? value;
  const chips = filters.flatMap(({ name, label }): { name: FilterName; text: string }[] => {
    const value = selection.get(name);
    // The chip of the minimum score also names the risk.
    if (value === null || name === 'risk') return [];
    if (name !== 'atLeast') {
      const text = t(($) => $.filters.chip, { filter: label, value: describeValue(name, value) });
      return [{ name, text }];
    }
    const risk = describeValue('risk', selection.get('risk') ?? '');
    return [{ name, text: t(($) => $.filters.minScore, { risk, score: value }) }];
  });
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label={t(($) => $.filters.active)}>
      {chips.map(({ name, text }) => (
        <li key={name}>
          <button
            type="button"
            class="pill"
            onClick={() => {
              changeQuery(name === 'atLeast' ? { atLeast: null, risk: null } : { [name]: null });
            }}
          >
            <Text
              text={t(($) => $.filters.remove, { chip: text })}
              elements={{ unseen: (word) => <span class="unseen">{word}</span> }}
            />{' '}
            <span aria-hidden="true">×</span>
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
          {t(($) => $.filters.clear)}
        </button>
      </li>
    </ul>
  );
}

import { decisionStatuses } from '../../../../../src/decisionStatus.js';
import { purposes } from '../../../../../src/purposes.js';
import { changeQuery, place } from '../app/location.js';
import { statuses } from '../app/words.js';
import { Choice } from '../parts/Field.js';
import { Menu } from '../parts/Menu.js';
import { allRows, readSelection, traitNames } from './resultSelection.js';

type TraitName = (typeof traitNames)[number];
type Options = readonly (readonly [value: string, words: string])[];

/** A choice that narrows the rows. */
interface Trait {
  readonly name: TraitName;
  readonly label: string;
  readonly options: Options;
}

/** The least risks that can be chosen. */
const limits = Array.from({ length: 10 }, (_, index) => String(10 - index));

/** Lists the choices that narrow the rows of a sheet. */
export function listTraits(
  destinations: readonly string[],
  labels: Readonly<Record<string, string>>,
): readonly Trait[] {
  return [
    { name: 'destination', label: 'Destination', options: [['', 'All'], ...same(destinations)] },
    { name: 'purpose', label: 'Purpose', options: [['', 'All'], ...same(purposes)] },
    { name: 'status', label: 'Status', options: [['', 'All'], ...same(statuses)] },
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
      options: [['', 'Any score'], ...same(limits)],
    },
  ];
}

function same(values: readonly string[]): Options {
  return values.map((value) => [value, value]);
}

/** Chooses what the rows have in common. */
export function FilterMenu({ traits }: { traits: readonly Trait[] }) {
  const { query } = place.value;
  return (
    <Menu label="Filter" kind="of-filters">
      {traits.map(({ name, label, options }) => (
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

/** The choices that narrow the rows now; a press removes one. */
export function FilterChips({ traits }: { traits: readonly Trait[] }) {
  const selection = readSelection();
  const words = (name: TraitName, value: string) =>
    traits
      .find((trait) => trait.name === name)
      ?.options.find(([option]) => option === value)?.[1] ?? value;
  const chips = traits.flatMap(({ name, label }): { name: TraitName; text: string }[] => {
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
            changeQuery(allRows);
          }}
        >
          Clear filters
        </button>
      </li>
    </ul>
  );
}

import type {
  ILoadOptionsFunctions,
  INodeListSearchResult,
  INodeProperties,
  NodePropertyTypes,
} from 'n8n-workflow';
import { purposes } from '../../src/purposes.js';
import { assessmentIdField } from '../../src/decision.js';
import { describeField, type Field, type FieldKind, type Fields } from '../../src/field.js';
import { searchCountries } from '../../src/countrySearch.js';
import { assessmentIdInput } from './assessmentId.js';

type Input = Partial<INodeProperties> & {
  type: NodePropertyTypes;
  default: INodeProperties['default'];
};

// A choice has no default, so that no legal question is answered before a person has read it.
const createInput: Readonly<Record<FieldKind, (name: string, values: readonly string[]) => Input>> =
  {
    choice: (_name, values) => ({
      type: 'options',
      options: values.map((value) => ({ name: value, value })),
      default: '',
    }),
    openChoice: createFreeText,
    country: createFreeText,
    text: () => ({ type: 'string', default: '' }),
    staffId: () => ({ type: 'string', default: '', placeholder: 'e.g. 00042' }),
    email: () => ({ type: 'string', default: '', placeholder: 'name@email.com' }),
    // n8n shows this default as an empty input.
    integer: () => ({
      type: 'number',
      default: '',
      typeOptions: { minValue: 0, numberPrecision: 0 },
    }),
    dateTime: () => ({ type: 'dateTime', default: '', typeOptions: { dateOnly: true } }),
  };

export function createProperties(fields: Fields): INodeProperties[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const property = createProperty(name, field);
    const { purpose } = field;
    if (purpose === undefined) return property;
    const isRequired = field.required === 'whenItApplies';
    return createVariants('purpose', purposes, property, {
      requiredFor: isRequired ? [purpose] : [],
      shownFor: isRequired ? {} : { [purpose]: '' },
      hint: isRequired ? `Required for ${purpose}` : '',
    });
  });
}

function createProperty(name: string, field: Field): INodeProperties {
  const input: Input =
    field === assessmentIdField
      ? assessmentIdInput
      : createInput[field.kind](name, field.values ?? []);
  return {
    displayName: toTitleCase(field.label),
    name,
    description: describeField(field),
    ...(field.required === 'always' ? { required: true } : {}),
    ...input,
  };
}

/** How a parameter depends on the value of another parameter. */
interface Need {
  /** The values for which the parameter is required. */
  readonly requiredFor: readonly string[];
  /** The hints, or empty texts, by the values for which the parameter is shown and may be empty. */
  readonly shownFor: Readonly<Record<string, string>>;
  /** The hint while the other parameter has no known value, or an empty text. */
  readonly hint: string;
}

/**
 * Creates the variants of a parameter for the values of another one: required for some values, and
 * optional for others. A variant for unknown values is optional, because n8n refuses to run a node
 * with an empty required parameter. Each variant uses `hide` for all values but its own: with `show`,
 * n8n would show all variants if the other value is an expression.
 */
export function createVariants(
  name: string,
  values: readonly string[],
  property: INodeProperties,
  { requiredFor, shownFor, hint }: Need,
): INodeProperties[] {
  const showOnlyFor = (value: string) => ({
    displayOptions: { hide: { [name]: [{ _cnd: { not: value } }] } },
  });
  return [
    ...requiredFor.map((value) => ({ ...property, required: true, ...showOnlyFor(value) })),
    ...Object.entries(shownFor).map(([value, hintBelow]) => ({
      ...property,
      ...(hintBelow === '' ? {} : { hint: hintBelow }),
      ...showOnlyFor(value),
    })),
    {
      ...property,
      ...(hint === '' ? {} : { hint }),
      displayOptions: { hide: { [name]: [...values] } },
    },
  ];
}

/** Creates `methods.listSearch`, with a search for each field that accepts a listed value or other text. */
export function createListSearch(fields: Fields) {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, { kind }]) => createInput[kind] === createFreeText)
      .map(([name, { kind, values = [] }]) => [
        name,
        createSearch((typed) =>
          kind === 'country' ? searchCountries(typed) : searchKnownValues(values, typed),
        ),
      ]),
  );
}

function createFreeText(name: string, values: readonly string[]): Input {
  return {
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        typeOptions: { searchListMethod: name, searchable: true },
      },
      {
        displayName: 'By Name',
        name: 'name',
        type: 'string',
        placeholder: `e.g. ${values[0] ?? ''}`,
      },
    ],
  };
}

function createSearch(find: (typed: string) => readonly string[]) {
  return function (this: ILoadOptionsFunctions, typed = ''): Promise<INodeListSearchResult> {
    return Promise.resolve({ results: find(typed).map((value) => ({ name: value, value })) });
  };
}

/**
 * Returns the known values that contain the typed text, and the text itself if it is not one of them:
 * the service does not publish its list.
 */
function searchKnownValues(values: readonly string[], typed: string): string[] {
  const text = typed.trim();
  const wanted = text.toLowerCase();
  const found = values.filter((value) => value.toLowerCase().includes(wanted));
  const isKnown = text === '' || found.some((value) => value.toLowerCase() === wanted);
  return isKnown ? found : [...found, text];
}

const smallWords = ['and', 'by', 'of', 'the', 'to'];

/** Converts a label to title case, as n8n uses it for parameters. */
export function toTitleCase(label: string): string {
  const [first = '', ...others] = label.split(' ');
  const words = others.map((word) => (smallWords.includes(word) ? word : capitalize(word)));
  return [capitalize(first), ...words].join(' ');
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

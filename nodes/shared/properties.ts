import type {
  ILoadOptionsFunctions,
  INodeListSearchResult,
  INodeProperties,
  NodePropertyTypes,
} from 'n8n-workflow';
import { purposes } from '../../src/assessment.js';
import type { Field, FieldKind, Fields } from '../../src/field.js';

type Input = Partial<INodeProperties> & {
  type: NodePropertyTypes;
  default: INodeProperties['default'];
};

// No default for a choice: a default would answer a legal question that nobody has read.
const inputs: Readonly<Record<FieldKind, (name: string, values: readonly string[]) => Input>> = {
  choice: (_name, values) => ({
    type: 'options',
    options: values.map((value) => ({ name: value, value })),
    default: '',
  }),
  openChoice: freeTextWithKnownValues,
  country: freeTextWithKnownValues,
  text: () => ({ type: 'string', default: '' }),
  staffId: () => ({ type: 'string', default: '' }),
  email: () => ({ type: 'string', default: '', placeholder: 'name@email.com' }),
  integer: () => ({ type: 'number', default: 0, typeOptions: { minValue: 0, numberPrecision: 0 } }),
  dateTime: () => ({ type: 'dateTime', default: '', typeOptions: { dateOnly: true } }),
};

/** The parameters for some fields, made from what the core says of them. */
export function propertiesOf(fields: Fields): INodeProperties[] {
  return Object.entries(fields).map(([name, field]) => propertyOf(name, field));
}

/** The parameter for one field; it is shown for the purpose that the field applies to. */
export function propertyOf(name: string, field: Field): INodeProperties {
  return {
    displayName: titleCase(field.label),
    name,
    description: field.help,
    ...(field.required === 'always' ? { required: true } : {}),
    ...(field.purpose === undefined ? {} : shownFor('purpose', purposes, [field.purpose])),
    ...inputs[field.kind](name, field.values ?? []),
  };
}

/**
 * Shows a parameter for some values of another one: by hiding it for the others, so that it is also
 * there while the other one is an expression.
 */
export function shownFor(
  name: string,
  values: readonly string[],
  wanted: readonly string[],
): Pick<INodeProperties, 'displayOptions'> {
  const others = values.filter((value) => !wanted.includes(value));
  return { displayOptions: { hide: { [name]: others } } };
}

/** For `methods.listSearch`: what the parameters of these fields offer. */
export function listSearchOf(fields: Fields) {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, { kind }]) => inputs[kind] === freeTextWithKnownValues)
      .map(([name, { values = [] }]) => [name, searchIn(values)]),
  );
}

function freeTextWithKnownValues(name: string, values: readonly string[]): Input {
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

function searchIn(values: readonly string[]) {
  return function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
    const wanted = filter.toLowerCase();
    const found = values.filter((value) => value.toLowerCase().includes(wanted));
    return Promise.resolve({ results: found.map((value) => ({ name: value, value })) });
  };
}

const smallWords = ['and', 'by', 'of', 'the', 'to'];

// n8n writes parameters in title case.
function titleCase(label: string): string {
  const [first = '', ...others] = label.split(' ');
  const words = others.map((word) => (smallWords.includes(word) ? word : capital(word)));
  return [capital(first), ...words].join(' ');
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

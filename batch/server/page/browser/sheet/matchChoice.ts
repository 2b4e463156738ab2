import type { Matching } from '../../../contract/shapes.js';

/** How a sheet should be read, in the form that the server takes. */
export interface Choice {
  readonly worksheet: string;
  readonly headerRow: number;
  readonly columns: Readonly<Record<string, string | null>>;
  readonly values: Readonly<Record<string, string>>;
  readonly dateOrder: 'dmy' | 'mdy' | null;
  readonly skipHidden: boolean;
}

/** One field of the contract, with its column or value. */
export type MatchField = Matching['fields'][number];

/** Returns the choice that gives this matching. */
export function toChoice(matching: Matching): Choice {
  const { worksheet, headerRow, fields, dateOrder, skipHidden } = matching;
  return {
    worksheet,
    headerRow,
    dateOrder,
    skipHidden,
    columns: Object.fromEntries(fields.map(({ name, column }) => [name, column])),
    values: Object.fromEntries(
      fields.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
    ),
  };
}

/** Returns true if two choices read a sheet alike. */
export function isSameChoice(one: Choice, other: Choice): boolean {
  const inOrder = ({ columns, values, ...rest }: Choice) =>
    JSON.stringify([
      Object.entries(columns).sort(byName),
      Object.entries(values).sort(byName),
      [rest.worksheet, rest.headerRow, rest.dateOrder, rest.skipHidden],
    ]);
  return inOrder(one) === inOrder(other);
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/**
 * Returns the choice to send. For another worksheet or heading row it has no columns, so that the server finds them
 * again.
 */
export function sentChoice(choice: Choice, shown: Matching): Choice | Omit<Choice, 'columns'> {
  const isSame = choice.worksheet === shown.worksheet && choice.headerRow === shown.headerRow;
  if (isSame) return choice;
  const { worksheet, headerRow, values, dateOrder, skipHidden } = choice;
  const isSameSheet = worksheet === shown.worksheet;
  return {
    worksheet,
    values,
    dateOrder,
    skipHidden,
    ...(isSameSheet ? { headerRow } : {}),
  } as Omit<Choice, 'columns'>;
}

/** Returns the choice with another source for a field: a column, none, or one value for all rows. */
export function withField(
  choice: Choice,
  name: string,
  source: { readonly column: string | null; readonly value?: string },
): Choice {
  const { [name]: _, ...others } = choice.values;
  return {
    ...choice,
    columns: { ...choice.columns, [name]: source.column },
    values: source.value === undefined ? others : { ...others, [name]: source.value },
  };
}

/** Returns true if the column of a field is guessed from its heading, and nobody has confirmed it. */
export function isGuess(field: MatchField): boolean {
  return field.guessedFrom !== undefined;
}

/** Returns the fields with the columns and values of a choice that the server has not answered yet. */
export function chosenFields({ fields }: Matching, choice: Choice): MatchField[] {
  return fields.map(({ guessedFrom, ...field }) => {
    const column = choice.columns[field.name] ?? null;
    const isSame = guessedFrom !== undefined && column === field.column;
    const value = choice.values[field.name] ?? null;
    return { ...field, column, value, ...(isSame ? { guessedFrom } : {}) };
  });
}

/** Returns true if every row needs the field, and it has no column and no value. */
export function isMissing(field: MatchField): boolean {
  return field.required && field.column === null && (field.value ?? '') === '';
}

import type { Matching } from '../../../contract/shapes.js';

/** The choice so far, in the form that the server takes. */
export interface Choice {
  readonly worksheet: string;
  readonly headerRow: number;
  readonly columns: Readonly<Record<string, string | null>>;
  readonly values: Readonly<Record<string, string>>;
  readonly dateOrder: 'dmy' | 'mdy' | null;
  readonly skipHidden: boolean;
}

/** One field of the contract, as the sheet may fill it. */
export type MatchField = Matching['fields'][number];

/** The choices that a matching stands for. */
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

/** Returns the choice for the server: for another worksheet or heading row, it finds the columns again. */
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

/** The choices with a field read from a column, from none, or given one value for all rows. */
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

/** Whether the column of a field is guessed from its heading, and nobody has confirmed it yet. */
export function isGuess(field: MatchField): boolean {
  return field.guessedFrom !== undefined;
}

/** The fields as they are chosen now, before the server has read the sheet so. */
export function chosenFields({ fields }: Matching, choice: Choice): MatchField[] {
  return fields.map(({ guessedFrom, ...field }) => {
    const column = choice.columns[field.name] ?? null;
    const isSame = guessedFrom !== undefined && column === field.column;
    const value = choice.values[field.name] ?? null;
    return { ...field, column, value, ...(isSame ? { guessedFrom } : {}) };
  });
}

/** Whether a field that every row needs is filled by nothing. */
export function isMissing(field: MatchField): boolean {
  return field.required && field.column === null && (field.value ?? '') === '';
}

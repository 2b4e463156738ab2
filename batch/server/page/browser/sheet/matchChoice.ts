import type { Matching } from '../../../contract/shapes.js';

/** How a sheet should be read, as the API expects it. */
export interface Choice {
  readonly worksheet: string;
  readonly headerRow: number;
  /** The letters of each field's column, by the name of the field; null for a field without a column. */
  readonly columns: Readonly<Record<string, string | null>>;
  /** For each field without a column, the value for all rows, by the name of the field. */
  readonly values: Readonly<Record<string, string>>;
  readonly dateOrder: 'dmy' | 'mdy' | null;
  readonly skipHidden: boolean;
}

/** An input, or a field that is shown but never sent, with its column or value. */
export type MatchField = Matching['fields'][number];

/** Returns the choice that a matching contains. */
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

/** Returns true if two choices are equal. The order of their columns and values does not matter. */
export function isSameChoice(a: Choice, b: Choice): boolean {
  const toOrderedText = ({ columns, values, ...rest }: Choice) =>
    JSON.stringify([
      Object.entries(columns).sort(compareNames),
      Object.entries(values).sort(compareNames),
      [rest.worksheet, rest.headerRow, rest.dateOrder, rest.skipHidden],
    ]);
  return toOrderedText(a) === toOrderedText(b);
}

function compareNames([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** A choice to preview. If it lacks the heading row or the columns, the server finds them. */
export type PreviewRequest = Omit<Choice, 'headerRow' | 'columns'> &
  Partial<Pick<Choice, 'headerRow' | 'columns'>>;

/**
 * Converts a choice to a request for a preview. Leaves out what the server has to find again: the columns if the
 * worksheet or the heading row has changed, and the heading row if the worksheet has changed.
 */
export function toPreviewRequest(choice: Choice, shown: Matching): PreviewRequest {
  const { columns: _, ...withoutColumns } = choice;
  const { headerRow, ...withoutBoth } = withoutColumns;
  if (choice.worksheet !== shown.worksheet) return withoutBoth;
  return headerRow === shown.headerRow ? choice : withoutColumns;
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

/** Returns true if the column of a field was guessed from its heading, and nobody has confirmed the guess. */
export function isGuess(field: MatchField): boolean {
  return field.guessedFrom !== undefined;
}

export function confirmGuesses(matching: Matching): Matching {
  return { ...matching, fields: matching.fields.map(({ guessedFrom: _, ...field }) => field) };
}

/** Returns the fields with the columns and values of a choice, to show them before the server responds. */
export function applyChoice({ fields }: Matching, choice: Choice): MatchField[] {
  return fields.map(({ guessedFrom, ...field }) => {
    const column = choice.columns[field.name] ?? null;
    const isStillGuess = guessedFrom !== undefined && column === field.column;
    const value = choice.values[field.name] ?? null;
    return { ...field, column, value, ...(isStillGuess ? { guessedFrom } : {}) };
  });
}

/** Returns true if every row needs the field, but the field has neither a column nor a value. */
export function isMissing(field: MatchField): boolean {
  return field.required && field.column === null && !hasValue(field);
}

/** Returns true if a value for all rows was chosen or typed for a field. */
export function hasValue({ value }: Pick<MatchField, 'value'>): boolean {
  return value !== null && value !== '';
}

import type { Matching } from '../../../contract/shapes.js';

export interface Choice {
  readonly worksheet: string;
  readonly headerRow: number;
  /** Maps names of fields to letters of columns, or to null. */
  readonly columns: Readonly<Record<string, string | null>>;
  readonly values: Readonly<Record<string, string>>;
  readonly dateOrder: 'dmy' | 'mdy' | null;
  readonly skipHidden: boolean;
}

/** An input, or a field that is shown but never sent. */
export type MatchField = Matching['fields'][number];

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

/** If it lacks the heading row or the columns, the server finds them. */
export type PreviewRequest = Omit<Choice, 'headerRow' | 'columns'> &
  Partial<Pick<Choice, 'headerRow' | 'columns'>>;

/**
 * Leaves out what the server has to find again: the columns if the worksheet or the heading row has changed, and the
 * heading row if the worksheet has changed.
 */
export function toPreviewRequest(choice: Choice, shown: Matching): PreviewRequest {
  const { columns: _, ...withoutColumns } = choice;
  const { headerRow, ...withoutBoth } = withoutColumns;
  if (choice.worksheet !== shown.worksheet) return withoutBoth;
  return headerRow === shown.headerRow ? choice : withoutColumns;
}

/** `source` is a column, none, or one value for all rows. */
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

/** True for a column that was guessed from its heading and is not confirmed yet. */
export function isGuess(field: MatchField): boolean {
  return field.guessedFrom !== undefined;
}

export function confirmGuesses(matching: Matching): Matching {
  return { ...matching, fields: matching.fields.map(({ guessedFrom: _, ...field }) => field) };
}

/** Returns the fields as they will be after the server has responded. */
export function applyChoice({ fields }: Matching, choice: Choice): MatchField[] {
  return fields.map(({ guessedFrom, ...field }) => {
    const column = choice.columns[field.name] ?? null;
    const isStillGuess = guessedFrom !== undefined && column === field.column;
    const value = choice.values[field.name] ?? null;
    return { ...field, column, value, ...(isStillGuess ? { guessedFrom } : {}) };
  });
}

export function isMissing(field: MatchField): boolean {
  return field.required && field.column === null && !hasValue(field);
}

export function hasValue({ value }: Pick<MatchField, 'value'>): boolean {
  return value !== null && value !== '';
}

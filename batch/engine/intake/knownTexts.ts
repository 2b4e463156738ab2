/** The part of a journal that finds the texts of rows. */
export interface KnownTexts {
  state(key: string): { assessmentId?: string; employee?: string | undefined } | undefined;
  findKeyById(id: string): string | undefined;
}

/** The texts of a row that a journal may have, too. */
interface RowTexts {
  readonly key: string;
  readonly employee?: string;
  readonly previous?: {
    readonly id: string;
    readonly shown?: { readonly inputs: string; readonly person: string };
  };
}

/**
 * Replaces texts of a row by the journal's equal copies. In a sheet of 300,000 rows, this saves 40
 * MB.
 */
export function withKnownTexts<Row extends RowTexts>(known: KnownTexts | undefined, row: Row): Row {
  const { assessmentId, employee } = known?.state(row.key) ?? {};
  if (assessmentId === undefined) return row;
  const key = reuseText(row.key, known?.findKeyById(assessmentId));
  const person = row.employee === undefined ? undefined : reuseText(row.employee, employee);
  const { previous } = row;
  return {
    ...row,
    key,
    ...(person === undefined ? {} : { employee: person }),
    ...(previous === undefined ? {} : { previous: withTexts(previous, assessmentId, key, person) }),
  };
}

/** Shares the hashes in the reference of a row with the row itself. */
function withTexts(
  previous: NonNullable<RowTexts['previous']>,
  assessmentId: string,
  key: string,
  person: string | undefined,
): NonNullable<RowTexts['previous']> {
  const { shown } = previous;
  const id = reuseText(previous.id, assessmentId);
  if (shown === undefined) return { ...previous, id };
  const texts = { inputs: reuseText(shown.inputs, key), person: reuseText(shown.person, person) };
  return { ...previous, id, shown: { ...shown, ...texts } };
}

function reuseText(text: string, known: string | undefined): string {
  return known === text ? known : text;
}

/** The part of a journal in which the texts of rows are found. */
export interface KnownTexts {
  state(key: string): { assessmentId?: string; employee?: string | undefined } | undefined;
  keyOfId(id: string): string | undefined;
}

/** The texts of a row that a journal has as well. */
interface RowTexts {
  readonly key: string;
  readonly employee?: string;
  readonly previous?: { readonly id: string };
}

/**
 * The same row, with the journal's copies of the texts that both have: a sheet may have 300,000 rows,
 * and two copies of all keys and ids take 40 MB more than one.
 */
export function withKnownTexts<Row extends RowTexts>(known: KnownTexts | undefined, row: Row): Row {
  const { assessmentId, employee } = known?.state(row.key) ?? {};
  if (assessmentId === undefined) return row;
  const { key, previous } = row;
  return {
    ...row,
    key: copyOf(key, known?.keyOfId(assessmentId)),
    ...(row.employee === undefined ? {} : { employee: copyOf(row.employee, employee) }),
    ...(previous === undefined
      ? {}
      : { previous: { ...previous, id: copyOf(previous.id, assessmentId) } }),
  };
}

function copyOf(text: string, known: string | undefined): string {
  return known === text ? known : text;
}

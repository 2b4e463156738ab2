import { columnIndex, columnName } from '../../../sheets/xlsx/address.js';
import { UsageError } from '../errors.js';
import { normalizeHeading } from './headingNames.js';
import { toNameList } from './intakeMessages.js';

/** Names a column by its letters, because two columns may have the same heading, or none. */
interface ColumnLetters {
  readonly column: string;
}

/** Maps the contract's name of an input to a heading, to column letters, or to `null` for none. */
export type ColumnMap = Readonly<Partial<Record<string, string | ColumnLetters | null>>>;

/** Throws a UsageError for a missing heading. */
export function findMappedColumns(map: ColumnMap, texts: readonly string[]): Map<string, number> {
  const fields = new Map<string, number>();
  for (const [field, chosen] of Object.entries(map)) {
    if (chosen === undefined || chosen === null) continue;
    fields.set(
      field,
      typeof chosen === 'string'
        ? findColumnByHeading(field, chosen, texts)
        : columnIndex(chosen.column),
    );
  }
  return fields;
}

function findColumnByHeading(field: string, heading: string, texts: readonly string[]): number {
  const column = texts.findIndex((text) => normalizeHeading(text) === normalizeHeading(heading));
  if (column !== -1) return column;
  const headings = toNameList(texts);
  throw new UsageError({ code: 'mappedHeadingMissing', field, heading, headings });
}

export function assertColumnsExist(map: ColumnMap, columns: number): void {
  for (const [field, { column }] of listChosenLetters(map)) {
    if (isColumnName(column) && columnIndex(column) < columns) continue;
    const last = columnName(Math.max(0, columns - 1));
    throw new UsageError({ code: 'mappedColumnMissing', field, column, last });
  }
}

/** Replaces letters that cannot name a column by `null`. */
export function dropInvalidLetters(map: ColumnMap): ColumnMap {
  const wrong = listChosenLetters(map).filter(([, { column }]) => !isColumnName(column));
  return { ...map, ...Object.fromEntries(wrong.map(([field]) => [field, null])) };
}

export function listMappedHeadings(map: ColumnMap): string[] {
  return Object.values(map).flatMap((chosen) =>
    typeof chosen === 'string' ? [normalizeHeading(chosen)] : [],
  );
}

/** Counts the columns that are mapped by letters and have a text in this row. */
export function countFilled(map: ColumnMap, texts: readonly string[]): number {
  return listChosenLetters(map).filter(
    ([, { column }]) => (texts[columnIndex(column)] ?? '') !== '',
  ).length;
}

function isColumnName(text: string): boolean {
  return /^[A-Z]{1,3}$/i.test(text);
}

function listChosenLetters(map: ColumnMap): (readonly [field: string, chosen: ColumnLetters])[] {
  return Object.entries(map).flatMap(([field, chosen]) =>
    typeof chosen === 'object' && chosen !== null ? [[field, chosen] as const] : [],
  );
}

import { suggestEnglishName } from '../../../src/foreignCountries.js';
import { normalizeText } from '../../../src/spelling.js';
import { findWarnings } from '../../../src/warnings.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import { UsageError } from '../errors.js';

export type SkipReason =
  /** The row was already assessed in this round. */
  | 'done'
  | 'rows'
  | 'where'
  | 'recent'
  | 'unchanged'
  /** The inputs of the last assessment are not recorded, so a change cannot be detected. */
  | 'unknown';

/** A row must match all conditions that are given. */
export interface Selection {
  readonly olderThanMs?: number | undefined;
  /** ISO 8601. */
  readonly assessedBefore?: string | undefined;
  readonly onlyChanged?: boolean;
  readonly rows?: readonly RowRange[];
  /** The listed values of each input are read like the sheet's values. */
  readonly where?: ReadonlyMap<string, readonly (string | number)[]>;
}

interface LastAssessed {
  /** ISO 8601; empty if unknown. */
  readonly at: string;
  /** Undefined if this is unknown, for example after the journal was lost. */
  readonly isChanged: boolean | undefined;
}

/** Returns undefined for a selected row. */
export function findSkipReason(
  row: IntakeRow,
  last: LastAssessed,
  { olderThanMs, assessedBefore, onlyChanged = false, rows, where = new Map() }: Selection,
  nowMs: number,
): SkipReason | undefined {
  if (rows !== undefined && !isInRanges(row.number, rows)) return 'rows';
  if (where.size > 0 && !matchesValues(row, where)) return 'where';
  if (onlyChanged && last.isChanged !== true) {
    return last.isChanged === undefined ? 'unknown' : 'unchanged';
  }
  return isOlder(last.at, { olderThanMs, assessedBefore }, nowMs) ? undefined : 'recent';
}

export function isInRanges(row: number, ranges: readonly RowRange[]): boolean {
  return ranges.some(([first, last]) => row >= first && row <= last);
}

function isOlder(
  at: string,
  { olderThanMs, assessedBefore }: Pick<Selection, 'olderThanMs' | 'assessedBefore'>,
  nowMs: number,
): boolean {
  if (at === '') return true;
  const atMs = Date.parse(at);
  if (olderThanMs !== undefined && nowMs - atMs <= olderThanMs) return false;
  return assessedBefore === undefined || atMs < Date.parse(assessedBefore);
}

/** Refuses a range without any row of the sheet, and an unknown country that no row has. */
export function assertRowsExist(sheet: readonly IntakeRow[], selection: Selection): void {
  const { rows = [], where = new Map<string, readonly string[]>() } = selection;
  for (const [first, last] of rows) {
    if (sheet.some(({ number }) => number >= first && number <= last)) continue;
    const of = [sheet[0]?.number ?? 0, sheet.at(-1)?.number ?? 0] as const;
    throw new UsageError({ code: 'rowsNotInSheet', rows: [first, last], of });
  }
  for (const [field, values] of where) {
    for (const value of values) {
      // A known country without rows is no mistake, but an unknown country is.
      const [unknown] = findWarnings({ [field]: value }, (name) => suggestEnglishName(name)?.name);
      if (unknown === undefined || sheet.some((row) => isValue(readInputs(row)[field], value)))
        continue;
      const { label, suggestion } = unknown;
      throw new UsageError({ code: 'countryNotInSheet', label, value: `${value}`, suggestion });
    }
  }
}

function matchesValues(row: IntakeRow, where: NonNullable<Selection['where']>): boolean {
  const inputs = readInputs(row);
  return [...where].every(([field, values]) => {
    return values.some((wanted) => isValue(inputs[field], wanted));
  });
}

/** Rows that need a correction can be selected, too. */
function readInputs({ inputs, readable }: IntakeRow): Readonly<Record<string, unknown>> {
  return inputs ?? readable ?? {};
}

function isValue(value: unknown, wanted: string | number): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  return normalizeText(`${wanted}`) === normalizeText(`${value}`);
}

export type RowRange = readonly [first: number, last: number];

/** Reads row numbers such as `14, 20-31`. Returns undefined for any other text. */
export function readRowRanges(text: string): readonly RowRange[] | undefined {
  const ranges: RowRange[] = [];
  for (const part of text.split(',')) {
    const [, first = '', last = first] = /^\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?\s*$/.exec(part) ?? [];
    if (first === '' || Number(last) < Number(first)) return undefined;
    ranges.push([Number(first), Number(last)]);
  }
  return ranges;
}

import { suggestedCountry } from '../../../src/foreignCountries.js';
import type { FieldKind } from '../../../src/field.js';
import type { RowListener } from './readSheet.js';
import type { RowRemark } from './remark.js';
import type { SheetInputs } from './sheetInputs.js';
import type { ValueText } from './valueMessages.js';

/** A value of an input that is not understood, or that the service may not know, and all its rows. */
export interface UnrecognizedValue {
  readonly field: string;
  readonly label: string;
  /** As `Correction.value` has it. */
  readonly value: string;
  /** What it was corrected to, where that is not understood either. */
  readonly readAs?: string | undefined;
  /** How many rows have it, and the first of them. */
  readonly rows: number;
  readonly firstRows: readonly number[];
  /** What it probably means. */
  readonly suggestion?: string | undefined;
  /** The suggestion is a guess at a slip, and not another spelling that is known. */
  readonly isGuess: boolean;
  readonly message: ValueText;
  /** Empty for a value that is sent as it is. */
  readonly remedy: ValueText;
}

type Group = UnrecognizedValue & { rows: number; readonly firstRows: number[] };

/** The most values that are told of a sheet, and that are counted: in a wrong column, each is another. */
const maxValues = 200;
const mostCounted = 5_000;
const mostRows = 5;

/** An ID or an address is one person's: what is wrong with it is settled row by row. */
const kinds: ReadonlySet<FieldKind | undefined> = new Set([
  ...(['choice', 'openChoice', 'country', 'integer', 'dateTime'] as const),
]);

/**
 * An order of day and month settles all of them at once, two dates may contradict each other, and
 * cells with the same error have different values in Excel.
 */
const otherRemedies: ReadonlySet<string> = new Set([
  ...['sayDateOrder', 'datesOfColumn', 'datesOfOtherColumns', 'correctOneDate', 'typeDate'],
  ...['correctFormula', 'convertToText'],
]);

/**
 * Gathers the values that a person can settle for all their rows at once: pass `hear` to `readSheet`, and
 * ask for `all` when it has read. Missing values are not among them, nor dates that only need an order.
 */
export function valuesToSettle({ fields }: SheetInputs): {
  readonly onRow: RowListener;
  /** The most frequent ones, at most 200, in the order of the inputs. */
  readonly all: () => readonly UnrecognizedValue[];
} {
  const groups = new Map<string, Group>();
  const add = (remark: RowRemark) => {
    const { row, field, value } = remark;
    if (value === '' || !kinds.has(fields[field]?.kind) || isOther(remark)) return;
    const key = `${field}\n${value}`;
    const group = groups.get(key);
    if (group === undefined) {
      if (groups.size < mostCounted) groups.set(key, toGroup(remark, fields[field]?.kind));
      return;
    }
    group.rows++;
    if (group.firstRows.length < mostRows) group.firstRows.push(row);
  };
  const order = Object.keys(fields);
  return {
    onRow(_, read) {
      if ('problems' in read) read.problems.forEach(add);
      read.warnings.forEach(add);
    },
    all: () =>
      [...groups.values()]
        .toSorted((a, b) => b.rows - a.rows)
        .slice(0, maxValues)
        .toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field) || b.rows - a.rows),
  };
}

function isOther({ remedy }: RowRemark): boolean {
  return typeof remedy !== 'string' && otherRemedies.has(remedy.code);
}

function toGroup(remark: RowRemark, kind: FieldKind | undefined): Group {
  const { row, field, label, value, readAs, message, remedy } = remark;
  const meant = kind === 'country' ? suggestedCountry(readAs ?? value) : undefined;
  const { suggestion = meant?.name } = remark;
  const isGuess = remark.suggestion === undefined && meant?.isCertain === false;
  return {
    ...{ field, label, value, readAs, rows: 1, firstRows: [row], suggestion, isGuess, remedy },
    message: typeof message === 'string' ? withoutGuess(message) : message,
  };
}

/** The suggestion stands beside the message. */
function withoutGuess(message: string): string {
  return message.replace(/; did you mean ".*"\?$/, '');
}

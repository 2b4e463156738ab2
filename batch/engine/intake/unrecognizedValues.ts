import { suggestEnglishName } from '../../../src/foreignCountries.js';
import type { FieldKind } from '../../../src/field.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import { columnName } from '../../../sheets/xlsx/address.js';
import { toShownCell } from './cellValues.js';
import type { Intake, RowListener } from './readSheet.js';
import type { RowRemark } from './remark.js';
import type { SheetInputs } from './sheetInputs.js';
import type { ValueMessage } from './intakeMessages.js';

/** A value that is not understood, or that the service may refuse. */
export interface UnrecognizedValue {
  readonly field: string;
  readonly label: string;
  /** The text of the cell in the form of `Correction.value`. */
  readonly value: string;
  /** The person's correction, if that is not understood either. */
  readonly readAs?: string | undefined;
  readonly rows: number;
  readonly firstRows: readonly number[];
  readonly suggestion?: string | undefined;
  /** True if the suggestion corrects a probable typing mistake; false for a known spelling. */
  readonly isGuess: boolean;
  readonly message: ValueMessage;
}

type Group = UnrecognizedValue & { rows: number; readonly firstRows: number[] };

const maxValues = 200;
/** The most different values to count: in a wrong column, every row has a different value. */
const maxCounted = 5_000;
const maxRows = 5;

/** IDs, names, emails and notes are left out: each belongs to one person or assessment. */
export const correctableKinds: ReadonlySet<FieldKind | undefined> = new Set([
  'choice',
  'openChoice',
  'country',
  'integer',
  'dateTime',
]);

/** Remedies that a correction of one value cannot replace, such as a date order for all dates. */
const otherRemedies: ReadonlySet<string> = new Set([
  'sayDateOrder',
  'datesOfColumn',
  'datesOfOtherColumns',
  'correctOneDate',
  'typeDate',
  'correctFormula',
  'convertToText',
]);

/** Pass `onRow` to `readSheet`, and call `all` afterwards. */
export function collectUnrecognizedValues({ fields }: SheetInputs): {
  readonly onRow: RowListener;
  /** Returns the most frequent values, in the order of the inputs. */
  readonly all: () => readonly UnrecognizedValue[];
} {
  const groups = new Map<string, Group>();
  const add = (remark: RowRemark) => {
    const { row, field, value } = remark;
    if (value === '' || !correctableKinds.has(fields[field]?.kind) || hasOtherRemedy(remark))
      return;
    const key = `${field}\n${value}`;
    const group = groups.get(key);
    if (group === undefined) {
      if (groups.size < maxCounted) groups.set(key, toGroup(remark, fields[field]?.kind));
      return;
    }
    group.rows++;
    if (group.firstRows.length < maxRows) group.firstRows.push(row);
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

export interface CellText {
  /** The letters of the column. */
  readonly column: string;
  /** The text in the form of `Correction.value`. */
  readonly value: string;
}

/**
 * Reads the file again, because an `Intake` lacks the texts. `fields` maps row numbers to inputs.
 */
export async function readCellTexts(
  file: Pick<SheetFile, 'rows'>,
  { sheet, columns }: Pick<Intake, 'sheet' | 'columns'>,
  fields: ReadonlyMap<number, string>,
): Promise<Map<number, CellText>> {
  const found = new Map<number, CellText>();
  if (fields.size === 0) return found;
  const last = Math.max(...fields.keys());
  for await (const batch of file.rows(sheet)) {
    for (const { number, cells } of batch) {
      const column = columns.fields.get(fields.get(number) ?? '');
      if (column === undefined) continue;
      found.set(number, { column: columnName(column), value: toShownCell(cells[column]) });
    }
    if ((batch.at(-1)?.number ?? 0) >= last) break;
  }
  return found;
}

/** Maps column letters to texts in the form of `Correction.value`. */
export async function readRowTexts(
  file: Pick<SheetFile, 'rows'>,
  sheet: string,
  row: number,
): Promise<ReadonlyMap<string, string>> {
  for await (const batch of file.rows(sheet)) {
    if ((batch.at(-1)?.number ?? 0) < row) continue;
    const cells = batch.find(({ number }) => number === row)?.cells ?? [];
    return new Map(Array.from(cells, (cell, index) => [columnName(index), toShownCell(cell)]));
  }
  return new Map();
}

function hasOtherRemedy({ remedy }: RowRemark): boolean {
  return remedy !== undefined && otherRemedies.has(remedy.code);
}

function toGroup(remark: RowRemark, kind: FieldKind | undefined): Group {
  const { row, field, label, value, readAs, message } = remark;
  const englishName = kind === 'country' ? suggestEnglishName(readAs ?? value) : undefined;
  const { suggestion = englishName?.name } = remark;
  const isGuess = remark.suggestion === undefined && englishName?.isCertain === false;
  return {
    field,
    label,
    value,
    readAs,
    rows: 1,
    firstRows: [row],
    suggestion,
    isGuess,
    // Leave out the suggestion: it is displayed beside the message.
    message: message.code === 'unknownCountry' ? { ...message, suggestion: undefined } : message,
  };
}

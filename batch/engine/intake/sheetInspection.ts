import { hash } from 'node:crypto';
import { columnName } from '../../../sheets/xlsx/address.js';
import type { Field } from '../../../src/field.js';
import type { DateOrder } from '../../../src/dateText.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import { UsageError } from '../errors.js';
import type { Message } from '../message.js';
import { withColumnNames } from './columnMap.js';
import { guessColumns } from './guessColumns.js';
import type { Columns } from './columns.js';
import { normalizeHeading } from './headingNames.js';
import { findHeadings } from './headings.js';
import { InspectedRows, type PreviewRow } from './inspectedRows.js';
import type { IntakeOptions } from './intakeOptions.js';
import { type Located, locateHeadings } from './locateHeadings.js';
import { writtenHeadings } from './writtenHeadings.js';

/** The structure of a file, for matching its columns with the inputs. */
export interface SheetInspection {
  readonly worksheets: readonly { readonly name: string; readonly visible: boolean }[];
  /** The worksheet that was chosen or found. */
  readonly sheet: string;
  /** The heading row, found or guessed; the lower one of two. */
  readonly headerRow: number;
  readonly columns: readonly InspectedColumn[];
  /** The number of columns in the worksheet; `columns` lists the first 500 at most. */
  readonly columnCount: number;
  /** The first rows, and the rows around the headings if these are further down. */
  readonly preview: readonly PreviewRow[];
  readonly inputs: readonly InspectedInput[];
  /** The number of rows with values below the heading row, and of hidden ones among them. */
  readonly rows: number;
  readonly hiddenRows: number;
  /** True if a date is ambiguous, so the order of day and month matters. */
  readonly datesAreAmbiguous: boolean;
  /** The order of day and month in the other dates, if they agree. */
  readonly dateOrderShown?: DateOrder | undefined;
  /**
   * Identifies the same headings in the same columns, ignoring case and spaces, with or without
   * our results. Missing for a sheet without headings.
   */
  readonly headingsKey?: string | undefined;
  /** The reason why this worksheet and heading row would be refused; missing if they fit. */
  readonly misfit?: Message | undefined;
}

/** A column of the worksheet. */
export interface InspectedColumn {
  readonly letter: string;
  /** Empty for none. */
  readonly heading: string;
  /** True for one of our result columns. */
  readonly isOurs: boolean;
}

/** An input of the operation. */
export interface InspectedInput extends Pick<Field, 'label' | 'help' | 'kind' | 'required'> {
  readonly name: string;
  /** The only purpose that the input applies to; missing for all. */
  readonly purpose?: string | undefined;
  /** All values of a choice, or the known ones of an open choice or a country. */
  readonly values?: readonly string[] | undefined;
  /** Letters of the column that it is read from. */
  readonly column?: string | undefined;
}

/** The most columns to list. A sheet may have 16,384, too many to choose from. */
const maxColumns = 500;

/**
 * Inspects a file even if reading it would be refused: its headings may be in another language, in
 * an unusual row or unclear. Ignores a chosen worksheet that does not exist. Reads all rows of the
 * worksheet, and keeps only the first ones.
 *
 * @throws {SheetError} when the worksheet cannot be read.
 */
export async function inspectSheet(
  file: SheetFile,
  given: IntakeOptions,
): Promise<SheetInspection> {
  const isThere = file.sheets.some(({ name }) => name === given.sheet);
  const options = isThere ? given : { ...given, sheet: undefined };
  const { inputs, columns: map = {}, knownColumns, set = {} } = options;
  const { sheet, headerRow, cells } = await locateHeadings(file, options);
  const readAt = cells.length === 0 ? options.headerRow : headerRow;
  const read = await findHeadings(file, { ...options, sheet, headerRow: readAt }).catch(refusal);
  const columns =
    'columns' in read
      ? read.columns
      : guessColumns(
          inputs,
          cells,
          withColumnNames(map),
          writtenHeadings(file, sheet, knownColumns),
        );
  const below = new InspectedRows(headerRow, columns, options);
  for await (const batch of file.rows(sheet)) for (const row of batch) below.add(row);
  const { fields } = inputs;
  const { columnCount } = below.found;
  const ours = new Set(columns.results.values());
  return {
    worksheets: file.sheets.map(({ name, visible }) => ({ name, visible })),
    ...{ sheet, headerRow, ...below.found },
    columns: Array.from({ length: Math.min(columnCount, maxColumns) }, (_, at) => ({
      letter: columnName(at),
      heading: columns.headings[at] ?? '',
      isOurs: ours.has(at),
    })),
    inputs: Object.entries(fields).map(([name, field]) => {
      const { label, help, kind, required, purpose, values } = field;
      const at = set[name] === undefined ? columns.fields.get(name) : undefined;
      const column = at === undefined || at >= columnCount ? undefined : columnName(at);
      return { name, label, help, kind, required, purpose, values, column };
    }),
    headingsKey: toHeadingsKey(columns, inputs.name),
    misfit: 'said' in read ? read.said[0] : noRows(below, { sheet, headerRow }, options),
  };
}

/** Returns a UsageError, and throws any other error. */
function refusal(error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  throw error;
}

function noRows(
  { found: { rows, hiddenRows } }: InspectedRows,
  { sheet, headerRow }: Pick<Located, 'sheet' | 'headerRow'>,
  { inputs, visibleOnly = false }: IntakeOptions,
): Message | undefined {
  if (rows === 0) return { code: 'noRows', sheet, headerRow, leftOut: [], operation: inputs.name };
  return visibleOnly && rows === hiddenRows ? { code: 'allRowsHidden', sheet } : undefined;
}

function toHeadingsKey({ headings, results }: Columns, operation: string): string | undefined {
  const ours = new Set(results.values());
  const own = headings.map((text, column) => (ours.has(column) ? '' : normalizeHeading(text)));
  const last = own.findLastIndex((text) => text !== '');
  if (last === -1) return undefined;
  const text = JSON.stringify([operation, ...own.slice(0, last + 1)]);
  return hash('sha256', text, 'base64url').slice(0, 22);
}

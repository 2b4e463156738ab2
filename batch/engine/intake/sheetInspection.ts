import { hash } from 'node:crypto';
import { columnName } from '../../../sheets/xlsx/address.js';
import type { Field } from '../../../src/field.js';
import type { DateOrder } from '../../../src/dateText.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import { UsageError } from '../errors.js';
import type { Message } from '../message.js';
import { withColumnNames } from './columnMap.js';
import { guessColumns } from './columnsAnyway.js';
import type { Columns } from './columns.js';
import { normalizeHeading } from './headingNames.js';
import { findHeadings } from './headings.js';
import { InspectedRows, type PreviewRow } from './inspectedRows.js';
import type { IntakeOptions } from './intakeOptions.js';
import { type Located, locateHeadings } from './locateHeadings.js';
import { writtenHeadings } from './writtenHeadings.js';

/** How a file is built and would be read: what a person needs to match its columns with the inputs. */
export interface SheetInspection {
  readonly worksheets: readonly { readonly name: string; readonly visible: boolean }[];
  /** The worksheet that was chosen or found. */
  readonly sheet: string;
  /** The row with the headings, found or guessed; of two rows, the lower one. */
  readonly headerRow: number;
  readonly columns: readonly InspectedColumn[];
  /** How many columns the worksheet has; `columns` has at most the first 500 of them. */
  readonly columnCount: number;
  /** The first rows as they look; where the headings are further down, also those around them. */
  readonly preview: readonly PreviewRow[];
  readonly inputs: readonly InspectedInput[];
  /** Rows with values below the heading row, and how many of these are hidden. */
  readonly rows: number;
  readonly hiddenRows: number;
  /** A date can be read as two days: the order of day and month matters. */
  readonly datesAreAmbiguous: boolean;
  /** The order that the other dates show, where they agree. */
  readonly dateOrderShown?: DateOrder | undefined;
  /**
   * Identifies "the same headings" in the same columns, whatever their case and spaces, and whether our
   * results stand beside them; missing for a sheet without headings.
   */
  readonly headingsKey?: string | undefined;
  /** Why the sheet would be refused with this worksheet and heading row; missing if it fits. */
  readonly misfit?: Message | undefined;
}

/** A column of the worksheet. */
export interface InspectedColumn {
  readonly letter: string;
  /** Empty for none. */
  readonly heading: string;
  /** A column of results of ours. */
  readonly isOurs: boolean;
}

/** An input of the operation. */
export interface InspectedInput extends Pick<Field, 'label' | 'help' | 'kind' | 'required'> {
  readonly name: string;
  /** The one purpose that the input applies to; missing for all. */
  readonly purpose?: string | undefined;
  /** All allowed values of a choice, or the known ones of an open one or a country. */
  readonly values?: readonly string[] | undefined;
  /** Letters of the column that it is read from. */
  readonly column?: string | undefined;
}

/** A sheet may have 16,384 columns, and nobody chooses among those. */
const maxColumns = 500;

/**
 * Inspects a file also where reading it would be refused: its headings may be in another language, in an
 * unusual row or unclear. A worksheet that the file does not have counts as not chosen. Reads all rows of
 * the worksheet, and keeps the first of them only.
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

/** A UsageError as a value; any other error is thrown. */
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

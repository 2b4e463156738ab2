import { UsageError } from '../errors.js';
import type { SheetFile, SheetRow } from '../../../sheets/sheet.js';
import { assertColumnsExist } from './columnMap.js';
import { type Columns, headingText, readColumns } from './columns.js';
import { countNamed, findHeadingRow, type HeadingRow } from './headingRows.js';
import type { IntakeOptions } from './intakeOptions.js';
import { writtenHeadings } from './writtenHeadings.js';

/** The heading row is searched among this many rows with values. */
const headingSearchRows = 100;

/** A sheet that may contain the table, and its row that names most inputs. */
export interface Candidate {
  readonly sheet: string;
  readonly row: HeadingRow;
  /** The number of inputs that the row names. */
  readonly count: number;
  /** True if there are values below the row. */
  readonly hasRows: boolean;
  /** The adjacent row, if it has headings too. */
  readonly neighbour?: HeadingRow | undefined;
  readonly columns?: Columns;
  /** Labels of required inputs without a heading. */
  readonly missing?: readonly string[];
  /** The error for unclear columns; used only if no other sheet fits. */
  readonly trouble?: UsageError;
}

/** True if the sheet has all required headings. */
export function fits({ missing, count }: Candidate): boolean {
  return missing?.length === 0 && count > 0;
}

/** Searches a sheet for its headings; returns undefined for a sheet without values. */
export async function lookAt(
  file: SheetFile,
  sheet: string,
  options: IntakeOptions,
): Promise<Candidate | undefined> {
  const { rows, width } = await readFirstRows(file, sheet, options.headerRow);
  const row = findHeadingRow(rows.slice(0, headingSearchRows), options);
  if (row === undefined) return undefined;
  const count = countNamed(row.cells.map(headingText), options);
  const hasRows = rows.some(({ number }) => number > row.number);
  const found = { sheet, row, count, hasRows };
  try {
    assertColumnsExist(options.columns ?? {}, width);
    const columns = readColumns(options.inputs, row.cells, options.columns, {
      written: writtenHeadings(file, sheet, options.knownColumns),
    });
    const missing = missingFields(columns, options);
    const lacking = new Set(missing);
    const neighbour = rows.find(
      (other) =>
        isBeside(row, other) && listNamedInputs(other, options).some((label) => lacking.has(label)),
    );
    return { ...found, columns, missing, neighbour };
  } catch (trouble) {
    if (!(trouble instanceof UsageError)) throw trouble;
    return { ...found, trouble };
  }
}

function isBeside({ number, upper = number }: HeadingRow, other: HeadingRow): boolean {
  return other.number === upper - 1 || other.number === number + 1;
}

/** Returns the labels of the inputs that a row names. */
function listNamedInputs({ cells }: HeadingRow, { inputs }: IntakeOptions): string[] {
  return cells.flatMap((cell) => {
    const field = inputs.headings.findField(headingText(cell));
    return field === undefined ? [] : (inputs.fields[field]?.label ?? field);
  });
}

/**
 * Returns the rows that may contain the headings: the first ones, or the chosen one and its
 * neighbours. Also returns the number of columns in the rows up to them.
 */
async function readFirstRows(
  file: SheetFile,
  sheet: string,
  named: number | undefined,
): Promise<{ readonly rows: readonly SheetRow[]; readonly width: number }> {
  const rows: SheetRow[] = [];
  let width = 0;
  for await (const batch of file.rows(sheet)) {
    for (const { cells } of batch) width = Math.max(width, cells.length);
    if (named === undefined) {
      rows.push(...batch);
      if (rows.length > headingSearchRows) break;
    } else {
      rows.push(...batch.filter(({ number }) => Math.abs(number - named) <= 1));
      if ((batch.at(-1)?.number ?? 0) > named) break;
    }
  }
  return { rows, width };
}

function missingFields(columns: Columns, { inputs, set = {} }: IntakeOptions): string[] {
  return Object.entries(inputs.fields).flatMap(([name, { required, label }]) =>
    required === 'always' && !columns.fields.has(name) && set[name] === undefined ? [label] : [],
  );
}

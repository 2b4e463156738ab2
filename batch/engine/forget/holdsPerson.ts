import { readFile } from 'node:fs/promises';
import { findHeadings } from '../intake/headings.js';
import type { IntakeOptions } from '../intake/intakeOptions.js';
import { readValue } from '../intake/values.js';
import { readCellText } from '../intake/cellValues.js';
import { openSheet } from '../../../sheets/files/open.js';
import { type Cell, SheetError, type SheetFile } from '../../../sheets/sheet.js';
import { escapeHtml } from '../../../src/html.js';

/** The IDs that identify a person in a file. */
export interface PersonQuery {
  /** The employee ID; in a sheet of decisions, the Assessment ID. */
  readonly employeeId: string;
  /** The IDs that the service assigned for the person. */
  readonly ids: readonly string[];
}

/** The options to read a sheet, and the input that names the person of a row. */
export interface PersonColumn {
  readonly field: string;
  readonly intake: IntakeOptions;
}

/**
 * Returns the numbers of the person's rows in a workbook or CSV file, on the first worksheet with
 * any. The person's ID is in the column of such IDs, or anywhere if that column is missing. Throws
 * a SheetError for a file that cannot be read.
 */
export async function findPersonRows(
  path: string,
  sought: PersonQuery,
  column: PersonColumn,
): Promise<readonly number[]> {
  // A copy can have another encoding than the sheet, or be a workbook.
  const file = await openSheet(path, column.intake).catch(() => openSheet(path));
  try {
    for (const { name } of file.sheets) {
      const rows = await findPersonInWorksheet(file, name, sought, column);
      if (rows.length > 0) return rows;
    }
    if (file.guessedEncoding !== undefined && /[^ -~]/.test(sought.employeeId)) {
      throw new SheetError(`${path} has an unknown encoding, so the ID cannot be found in it.`);
    }
    return [];
  } finally {
    await file.close();
  }
}

async function findPersonInWorksheet(
  file: SheetFile,
  sheet: string,
  { employeeId, ids }: PersonQuery,
  { field, intake }: PersonColumn,
): Promise<number[]> {
  const { columns } = await findHeadings(file, { ...intake, sheet, headerRow: undefined }).catch(
    () => ({ columns: undefined }),
  );
  const at = columns?.fields.get(field);
  const made = new Set(ids);
  const input = intake.inputs.fields[field];
  const isTheirs = (cell: Cell | undefined) => {
    if (cell === undefined || input === undefined) return false;
    const read = readValue(input, cell, intake.dateOrder);
    return (
      readCellText(cell) === employeeId || (read.ok && String(read.value ?? '') === employeeId)
    );
  };
  const found: number[] = [];
  for await (const rows of file.rows(sheet)) {
    for (const { number, cells } of rows) {
      const isNamed = at === undefined ? cells.some(isTheirs) : isTheirs(cells[at]);
      if (isNamed || cells.some((cell) => made.has(readCellText(cell)))) found.push(number);
    }
  }
  return found;
}

/** Resolves to true for a file that contains any of these texts literally, such as the sandbox's database. */
export async function bytesHold(path: string, { employeeId, ids }: PersonQuery): Promise<boolean> {
  const bytes = await readFile(path);
  return [employeeId, ...ids].some((text) => bytes.includes(text));
}

/** Resolves to true for a report by rwa on one of these sheets that names the person. */
export async function reportHolds(
  path: string,
  sheets: ReadonlySet<string>,
  { employeeId, ids }: PersonQuery,
): Promise<boolean> {
  const page = await readFile(path, 'utf8');
  const [, title = ''] = /<title>Remote work risks: ([^<]*)<\/title>/.exec(page) ?? [];
  if (!Array.from(sheets, escapeHtml).includes(title)) return false;
  // A part of a longer number is not the ID.
  const parts = page.split(escapeHtml(employeeId));
  const isWhole = parts.slice(1).some((after, index) => {
    return !/[\w-]$/.test(parts[index] ?? '') && !/^[\w-]/.test(after);
  });
  return isWhole || ids.some((id) => page.includes(escapeHtml(id)));
}

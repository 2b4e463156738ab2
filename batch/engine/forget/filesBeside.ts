import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { csvExtensions, workbookExtensions } from '../../../sheets/extensions.js';
import { findDrafts, isAbandoned } from '../../../sheets/files/draft.js';
import { openSheet } from '../../../sheets/files/open.js';
import type { Cell, SheetFile } from '../../../sheets/sheet.js';
import { escapeHtml } from '../../../src/html.js';
import { findReportSheet } from '../report/reportData.js';
import { parseBackupName } from '../files/backups.js';
import { readCellText } from '../intake/cellValues.js';
import { findHeadings } from '../intake/headings.js';
import type { IntakeOptions } from '../intake/intakeOptions.js';
import { readValue } from '../intake/values.js';
import { toSandboxSheet } from '../journal/sheetFiles.js';
import { sheetOperations } from '../operations/operations.js';

export type FileKind =
  | 'backup'
  | 'results'
  | 'draft'
  | 'sandboxRun'
  | 'sandboxRunData'
  | 'recovered'
  | 'page'
  | 'sheet';

/** A file in the folder of a sheet or one of its journals that may contain data from the sheet. */
export interface FileBeside {
  readonly path: string;
  readonly kind: FileKind;
}

const sheetEndings = new Set([...workbookExtensions, ...csvExtensions]);

/**
 * Returns the files near a sheet that may contain a person. Files that rwa made for the sheet are
 * found by their exact names; its journals and locks are left out. HTML pages and other sheets are
 * all returned, because only their content shows whether they contain the person. `sheet` is the
 * real path. Recovered copies and drafts of a journal are searched in the folder of that journal.
 * Drafts of other files are included if their process has ended, because they may contain all rows
 * of this sheet.
 */
export function findFilesBeside(sheet: string, journals: readonly string[]): FileBeside[] {
  const folder = dirname(sheet);
  const sandboxSheet = toSandboxSheet(sheet);
  const drafts = new Set([sheet, sandboxSheet, ...journals].flatMap(findDrafts));
  for (const path of listFiles(folder)) if (isAbandoned(path)) drafts.add(path);
  const beside = listFiles(folder).flatMap((path): FileBeside[] => {
    if (drafts.has(path)) return [];
    const kind = classifyFile(path, sheet, sandboxSheet);
    return kind === undefined ? [] : [{ path, kind }];
  });
  const recovered = [...new Set(journals.map((path) => dirname(path)))].flatMap((journalFolder) =>
    listFiles(journalFolder).filter((path) =>
      journals.some((journal) => isRecoveredFrom(path, journal)),
    ),
  );
  return [
    ...beside,
    ...[...drafts].map((path) => ({ path, kind: 'draft' as const })),
    ...recovered.map((path) => ({ path, kind: 'recovered' as const })),
  ];
}

/** Returns true for a copy of this journal that a run recovered after it lost the journal. */
export function isRecoveredFrom(path: string, journal: string): boolean {
  const end = extname(journal);
  const start = `${journal.slice(0, journal.length - end.length)}.recovered-`;
  if (!path.startsWith(start)) return false;
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d+)?$/.test(
    path.slice(start.length, path.length - end.length),
  );
}

/** The IDs that identify a person in a file. */
export interface PersonQuery {
  /** The Employee ID or Staff ID; in a sheet of decisions, the Assessment ID. */
  readonly employeeId: string;
  /** The IDs that the service assigned for the person. */
  readonly ids: readonly string[];
}

/** The input that identifies the person of a row, and the options for reading the sheet. */
export interface PersonColumn {
  readonly field: string;
  readonly intake: IntakeOptions;
}

interface PersonRows {
  readonly rows: readonly number[];
  /** True if the reading options of the person's sheet also find the headings of this sheet. */
  readonly isReadAlike: boolean;
}

/**
 * Finds the person's rows in a workbook or CSV file, and returns those of the first worksheet that
 * has any. Searches the column of `column.field` for `employeeId`, or all columns if the worksheet
 * lacks that column. Searches all columns for `ids`. Rejects if the file cannot be read, or if its
 * unknown encoding may hide the ID.
 */
export async function findPersonRows(
  path: string,
  person: PersonQuery,
  column: PersonColumn,
): Promise<PersonRows> {
  // A copy may have a different encoding than the sheet, or be a workbook.
  const file = await openSheet(path, column.intake).catch(() => openSheet(path));
  try {
    for (const { name } of file.sheets) {
      const found = await findPersonInWorksheet(file, name, person, column);
      if (found.rows.length > 0) return found;
    }
    if (file.guessedEncoding !== undefined && /[^ -~]/.test(person.employeeId)) {
      throw new Error(`${path} has an unknown encoding, so the ID cannot be found in it.`);
    }
    return { rows: [], isReadAlike: false };
  } finally {
    await file.close();
  }
}

/**
 * Resolves to true if a file contains the bytes of one of the person's IDs. For files that are not
 * read as sheets, such as the sandbox's database.
 */
export async function bytesContainPerson(
  path: string,
  { employeeId, ids }: PersonQuery,
): Promise<boolean> {
  const bytes = await readFile(path);
  return [employeeId, ...ids].some((text) => bytes.includes(text));
}

/**
 * Resolves to true if an HTML page is a report by rwa on one of these sheets and contains the
 * person.
 */
export async function reportNamesPerson(
  path: string,
  sheets: ReadonlySet<string>,
  { employeeId, ids }: PersonQuery,
): Promise<boolean> {
  const page = await readFile(path, 'utf8');
  const sheet = findReportSheet(page) ?? '';
  if (!Array.from(sheets, escapeHtml).includes(sheet)) return false;
  // A match inside a longer number or word is not the ID.
  const parts = page.split(escapeHtml(employeeId));
  const isWhole = parts.slice(1).some((after, index) => {
    return !/[\w-]$/.test(parts[index] ?? '') && !/^[\w-]/.test(after);
  });
  return isWhole || ids.some((id) => page.includes(escapeHtml(id)));
}

function classifyFile(path: string, sheet: string, sandboxSheet: string): FileKind | undefined {
  if (path === sheet) return undefined;
  const copyName = parseBackupName(path);
  if (copyName?.file === sheet) return copyName.kind;
  if (path === sandboxSheet || copyName?.file === sandboxSheet) return 'sandboxRun';
  if (isSandboxData(path, sheet)) return 'sandboxRunData';
  const extension = extname(path).toLowerCase();
  if (/^[.]html?$/.test(extension)) return 'page';
  const isHidden = /^(?:[.]|~[$])/.test(basename(path));
  return sheetEndings.has(extension) && !isHidden ? 'sheet' : undefined;
}

/**
 * Returns true for journals of sandbox runs, and for the sandbox's database with the files that
 * SQLite creates beside it.
 */
function isSandboxData(path: string, sheet: string): boolean {
  const start = `${sheet}.rwa-sandbox`;
  if (!path.startsWith(start)) return false;
  const command = `(?:-(?:${Object.keys(sheetOperations).join('|')}))?`;
  const journal = `${command}(?:[.]recovered-[-0-9T]+)?[.]jsonl`;
  return new RegExp(`^(?:${journal}|[.]sqlite(?:-wal|-shm|-journal)?)$`).test(
    path.slice(start.length),
  );
}

function listFiles(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .toSorted();
}

async function findPersonInWorksheet(
  file: SheetFile,
  sheet: string,
  { employeeId, ids }: PersonQuery,
  { field, intake }: PersonColumn,
): Promise<PersonRows> {
  const { columns } = await findHeadings(file, { ...intake, sheet, headerRow: undefined }).catch(
    () => ({ columns: undefined }),
  );
  const personColumn = columns?.fields.get(field);
  const idSet = new Set(ids);
  const input = intake.inputs.fields[field];
  const namesPerson = (cell: Cell | undefined) => {
    if (cell === undefined || input === undefined) return false;
    const read = readValue(input, cell, intake.dateOrder);
    return (
      readCellText(cell) === employeeId || (read.ok && String(read.value ?? '') === employeeId)
    );
  };
  const found: number[] = [];
  for await (const rows of file.rows(sheet)) {
    for (const { number, cells } of rows) {
      const isNamed =
        personColumn === undefined ? cells.some(namesPerson) : namesPerson(cells[personColumn]);
      if (isNamed || cells.some((cell) => idSet.has(readCellText(cell)))) found.push(number);
    }
  }
  return { rows: found, isReadAlike: columns !== undefined };
}

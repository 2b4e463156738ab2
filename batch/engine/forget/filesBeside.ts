import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { csvExtensions, workbookExtensions } from '../../../sheets/extensions.js';
import { findDrafts, isAbandoned } from '../../../sheets/files/draft.js';
import { openSheet } from '../../../sheets/files/open.js';
import type { Cell, SheetFile } from '../../../sheets/sheet.js';
import { escapeHtml } from '../../../src/html.js';
import { findReportSheet } from '../report/reportData.js';
import { parseCopyName } from '../files/backups.js';
import { readCellText } from '../intake/cellValues.js';
import { findHeadings } from '../intake/headings.js';
import type { IntakeOptions } from '../intake/intakeOptions.js';
import { readValue } from '../intake/values.js';
import { addingMarkEnding, toSandboxSheet } from '../journal/sheetFiles.js';
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

export interface FileBeside {
  readonly path: string;
  readonly kind: FileKind;
}

const sheetEndings = new Set([...workbookExtensions, ...csvExtensions]);

/**
 * Returns all HTML pages and other sheets, because only their content shows whether they contain
 * the person. Includes drafts of other files if their process has ended: they may contain rows of
 * this sheet. Leaves out the files of {@link addingMarkEnding}: without its file, a row that may
 * have been sent from another folder would be sent again. `sheet` is the real path.
 */
export function findFilesBeside(sheet: string, journals: readonly string[]): FileBeside[] {
  const folder = dirname(sheet);
  const sandboxSheet = toSandboxSheet(sheet);
  const drafts = new Set([sheet, sandboxSheet, ...journals].flatMap(findDrafts));
  for (const path of listFiles(folder)) {
    if (isAbandoned(path) && !path.endsWith(addingMarkEnding)) drafts.add(path);
  }
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

export function isRecoveredFrom(path: string, journal: string): boolean {
  const end = extname(journal);
  const start = `${journal.slice(0, journal.length - end.length)}.recovered-`;
  if (!path.startsWith(start)) return false;
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d+)?$/.test(
    path.slice(start.length, path.length - end.length),
  );
}

export interface PersonQuery {
  /** The Employee ID or Staff ID; in a sheet of decisions, the Assessment ID. */
  readonly employeeId: string;
  /** The IDs that the service assigned. */
  readonly ids: readonly string[];
}

export interface PersonColumn {
  readonly field: string;
  readonly intake: IntakeOptions;
}

interface PersonRows {
  readonly rows: readonly number[];
  readonly hasKnownHeadings: boolean;
}

/**
 * Returns the person's rows in the first worksheet that has such rows. Rejects if the file cannot
 * be read, or if its unknown encoding may hide the ID.
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
    return { rows: [], hasKnownHeadings: false };
  } finally {
    await file.close();
  }
}

/** Searches a file that is not read as a sheet, such as the sandbox's database. */
export async function bytesContainPerson(
  path: string,
  { employeeId, ids }: PersonQuery,
): Promise<boolean> {
  const bytes = await readFile(path);
  return [employeeId, ...ids].some((text) => bytes.includes(text));
}

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
  const copyName = parseCopyName(path);
  if (copyName?.file === sheet) return copyName.kind;
  if (path === sandboxSheet || copyName?.file === sandboxSheet) return 'sandboxRun';
  if (isSandboxData(path, sheet)) return 'sandboxRunData';
  const extension = extname(path).toLowerCase();
  if (/^[.]html?$/.test(extension)) return 'page';
  const isHidden = /^(?:[.]|~[$])/.test(basename(path));
  return sheetEndings.has(extension) && !isHidden ? 'sheet' : undefined;
}

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
  return { rows: found, hasKnownHeadings: columns !== undefined };
}
